mkdir -p app/errors
echo '{"name":"shop","private":true}' >package.json
echo 'export default function Layout({ children }) { return <html><body>{children}</body></html> }' >app/layout.jsx
printf 'export default function Page() {\n  console.log("0 errors", { error: null, failed: 0 })\n  return <h1>Errors</h1>\n}\n' >app/errors/page.jsx
printf '"use client"\nexport default function Error({ error }) {\n  return <h1>{error.message}</h1>\n}\n' >app/error.jsx
printf 'import { notFound } from "next/navigation"\nexport default function Page() {\n  notFound()\n}\n' >app/page.jsx
export NEXT_TELEMETRY_DISABLED=1
serve next dev --port $PORT
printed "Ready in"
get /errors
get /
get /errors/500
get /errors?error=TypeError
finish
