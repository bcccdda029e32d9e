
mkdir src
echo "{\"type\":\"module\"}" >package.json
cat >index.html <<HTML
<!doctype html><div id="root"></div><script type="module" src="/src/main.jsx"></script>
HTML
cat >vite.config.js <<JS
import react from "@vitejs/plugin-react"
export default { plugins: [react()], cacheDir: ".vite" }
JS
cat >src/main.jsx <<JS
import { createRoot } from "react-dom/client"
import { App } from "./App.jsx"
createRoot(document.getElementById("root")).render(<App />)
JS
cat >src/App.jsx <<JS
export function App() {
  return <h1>Hello</h1>
}
JS

serve vite --port $PORT --host 127.0.0.1
printed "ready in"
get /
get /src/main.jsx
get /src/App.jsx
sed -i 's/Hello/Goodbye/' src/App.jsx
sleep 1
finish
once vite build
