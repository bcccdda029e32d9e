cat >app.py <<'PY'
import asyncio
import json
import subprocess
import sys


async def fail(n):
    raise ValueError(f"order {n} is bad")


async def main():
    async with asyncio.TaskGroup() as g:
        g.create_task(fail("tea"))
        g.create_task(fail("milk"))


def nested(n):
    return nested(n - 1) if n else json.loads("{tea}")


try:
    nested(5)
except json.JSONDecodeError as e:
    print("skipped:", e)
subprocess.run([sys.executable, "-c", "import sys; sys.exit('no config: set SHOP_CONFIG')"])
sys.stderr.write("app.py: error: the following arguments are required: --port\n")
asyncio.run(main())
PY
once /usr/bin/python3 app.py
