mkdir src
echo '{"type":"module"}' >package.json
echo '<!doctype html><div id="app"></div><script type="module" src="/src/main.js"></script>' >index.html
printf 'import vue from "@vitejs/plugin-vue"\nexport default { plugins: [vue()], cacheDir: ".vite" }\n' >vite.config.js
printf 'import { createApp } from "vue"\nimport App from "./App.vue"\ncreateApp(App).mount("#app")\n' >src/main.js
good='<template>\n  <h1>tea</h1>\n</template>\n<style lang="scss">\nh1 { color: red; }\n</style>\n'
printf "$good" >src/App.vue
serve vite --port $PORT --host 127.0.0.1
printed "ready in"
get /src/main.js
get /src/App.vue
printf '<template>\n  <h1 v-if="a b">tea</h1>\n</template>\n' >src/App.vue
sleep 1
get /src/App.vue
sleep 1
printf '<template>\n  <h1>tea</h1>\n</template>\n<style lang="scss">\nh1 { color: $none; }\n</style>\n' >src/App.vue
sleep 1
get "/src/App.vue?vue&type=style&index=0&lang.scss" text/css
sleep 1
printf '<script setup>\nimport { cart } from "@/cart"\n</script>\n<template>\n  <h1>{{ cart }}</h1>\n</template>\n' >src/App.vue
sleep 1
get /src/App.vue
sleep 1
printf "$good" >src/App.vue
sleep 1
get /src/App.vue
finish
