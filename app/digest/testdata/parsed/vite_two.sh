mkdir src
echo "{\"type\":\"module\"}" >package.json
cat >index.html <<HTML
<!doctype html><script type="module" src="/src/main.js"></script>
HTML
echo "export default { cacheDir: \".vite\" }" >vite.config.js
echo "import './cart.js'; import './menu.js'" >src/main.js
# edit FILE TEXT, and ask for it as a browser does that is told of it
edit() {
	printf 'export const it = %s\nif (import.meta.hot) import.meta.hot.accept()\n' "$2" >"src/$1.js"
	sleep 1
	get "/src/$1.js"
	sleep 1
}
for file in cart menu; do edit $file 1; done

serve vite --port $PORT --host 127.0.0.1
printed "ready in"
for file in "" src/main.js src/cart.js src/menu.js; do get /$file; done
edit cart "(1 +"
edit menu "{ tea: "
edit cart 2
finish
