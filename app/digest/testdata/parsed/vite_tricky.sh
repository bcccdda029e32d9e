mkdir -p src/errors
echo '{"type":"module"}' >package.json
echo '<!doctype html><div id="root"></div><script type="module" src="/src/errors/ErrorBoundary.jsx"></script>' >index.html
printf 'import react from "@vitejs/plugin-react"\nexport default { plugins: [react()], cacheDir: ".vite" }\n' >vite.config.js
printf 'import React from "react"\nexport class ErrorBoundary extends React.Component {\n  static getDerivedStateFromError(error) { return { error } }\n  render() { return this.props.children }\n}\n' >src/errors/ErrorBoundary.jsx
serve vite --port $PORT --host 127.0.0.1 --debug hmr
printed "ready in"
get /
get /src/errors/ErrorBoundary.jsx
get /errors/404
for word in Error Failed; do
	sleep 1
	printf '// %s: was here\n' $word >>src/errors/ErrorBoundary.jsx
	sleep 1
	get /src/errors/ErrorBoundary.jsx
done
finish
