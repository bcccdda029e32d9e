mkdir src
echo '{"type":"module"}' >package.json
echo '<!doctype html><div id="app"></div><script type="module" src="/src/main.js"></script>' >index.html
printf 'import vue from "@vitejs/plugin-vue"\nexport default { plugins: [vue()], cacheDir: ".vite" }\n' >vite.config.js
printf 'import { createApp } from "vue"\nimport App from "./App.vue"\ncreateApp(App).mount("#app")\n' >src/main.js
good='<script setup>\nconst name = "tea"\n</script>\n<template>\n  <h1>{{ name }}</h1>\n</template>\n'
printf "$good" >src/App.vue
serve vite --port $PORT --host 127.0.0.1
printed "ready in"
get /
get /src/main.js
get /src/App.vue
printf '<script setup>\nconst name = "tea"\n</script>\n<template>\n  <h1>{{ name }}\n</template>\n' >src/App.vue
sleep 1
get /src/App.vue
printed "Element is missing end tag"
sleep 1
printf '<script setup>\nconst name = = "tea"\n</script>\n<template>\n  <h1>{{ name }}</h1>\n</template>\n' >src/App.vue
sleep 1
get /src/App.vue
printed "Unexpected token"
sleep 1
printf "$good" >src/App.vue
sleep 1
get /src/App.vue
finish
