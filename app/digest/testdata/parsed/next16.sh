mkdir -p app/cart app/api
echo '{"name":"shop","private":true}' >package.json
echo 'export default function Layout({ children }) { return <html><body>{children}</body></html> }' >app/layout.jsx
printf 'import { total } from "../lib/cart"\nexport default function Page() {\n  return <h1>{total([1])}</h1>\n}\n' >app/page.jsx
mkdir lib
printf 'export function sum(items) {\n  return items.length\n}\n' >lib/cart.js
printf 'export default async function Cart({ params }) {\n  const r = await fetch("http://127.0.0.1:9/cart", { cache: "no-store" })\n  return <h1>{await r.text()}</h1>\n}\n' >app/cart/page.jsx
printf 'export async function GET() {\n  console.error("payment failed", new Error("card declined"))\n  return Response.json({ error: null })\n}\n' >app/api/route.js
export NEXT_TELEMETRY_DISABLED=1
serve next dev --port $PORT
printed "Ready in"
get /
get /cart
get /api
printed "card declined"
printf 'export function sum(items) {\n  return items.length\n}\nexport const total = sum\n' >lib/cart.js
sleep 3
get /
finish
