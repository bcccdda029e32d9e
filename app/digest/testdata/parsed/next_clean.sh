
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

serve next dev --port $PORT
printed "Ready in"
get /
sed -i 's/Hello/Goodbye/' app/page.jsx
sleep 2
get /
finish
