mkdir -p app/cart app/api/pay
echo '{"name":"shop","private":true}' >package.json
echo 'export default function Layout({ children }) { return <html><body>{children}</body></html> }' >app/layout.jsx
printf 'export default function Page() {\n  return <h1>Hello</h1>\n}\n' >app/page.jsx
cat >app/cart/page.jsx <<'JS'
export const dynamic = 'force-dynamic'
async function load() {
  throw new Error('no cart for tea')
}
export default async function Cart() {
  const cart = await load()
  return <h1>{cart.items}</h1>
}
JS
cat >app/api/pay/route.js <<'JS'
export async function POST(request) {
  const order = await request.json()
  return Response.json({ total: order.items.length })
}
JS
export NEXT_TELEMETRY_DISABLED=1
serve next dev --port $PORT
printed "Ready in"
get /
get /cart
printed "no cart for tea"
curl -s -o /dev/null --max-time 20 -X POST -d '{}' "http://127.0.0.1:$PORT/api/pay"
printed "reading 'length'"
printf 'import { useState } from "react"\nexport default function Page() {\n  const [n] = useState(0)\n  return <h1>{n}</h1>\n}\n' >app/page.jsx
sleep 3
get /
printed "useState"
printf 'export default function Page() {\n  return <h1>Hello</h1>\n}\n' >app/page.jsx
sleep 3
get /
finish
