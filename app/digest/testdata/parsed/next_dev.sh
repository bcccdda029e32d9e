
mkdir -p app/cart
echo "{\"name\":\"shop\",\"private\":true}" >package.json
cat >app/layout.jsx <<JS
export default function Layout({ children }) { return <html><body>{children}</body></html> }
JS
cat >app/page.jsx <<JS
export default function Page() {
  return <h1>Hello</h1>
}
JS
export NEXT_TELEMETRY_DISABLED=1

cat >app/cart/page.jsx <<'JS'
export const dynamic = 'force-dynamic'
export default function Cart() {
  const cart = undefined
  return <h1>{cart.items}</h1>
}
JS
serve next dev --port $PORT
printed "Ready in"
get /
get /cart
printed "Cannot read properties of undefined"
printf 'export default function Page() {\n  return <h1>Hello</h2>\n}\n' >app/page.jsx
sleep 2
get /
sleep 2
printf 'import x from "./no-such-file"\nexport default function Page() {\n  return <h1>{x}</h1>\n}\n' >app/page.jsx
sleep 2
get /
sleep 2
printf 'export default function Page() {\n  return <h1>Hello</h1>\n}\n' >app/page.jsx
sleep 2
get /
finish
