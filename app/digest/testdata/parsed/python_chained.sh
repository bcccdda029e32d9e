cat >app.py <<'PY'
import asyncio
import logging
import threading

logging.basicConfig(format="%(levelname)s:%(name)s:%(message)s", level="INFO")
log = logging.getLogger("shop")


def price(prices, name):
    try:
        return prices[name]
    except KeyError as e:
        raise LookupError(f"no price for {name}") from e


async def work():
    raise TimeoutError("queue is silent")


async def main():
    task = asyncio.create_task(work())
    await asyncio.sleep(0.1)
    del task
    try:
        price({}, "tea")
    except LookupError:
        log.exception("price is not known")
    t = threading.Thread(target=price, args=({"tea": 1}, "milk"), name="prices")
    t.start()
    t.join()
    log.info("done, 3 errors before")
    await asyncio.gather(work())


asyncio.run(main())
PY
once /usr/bin/python3 app.py
