mkdir -p server/api pages
echo '{"type":"module","name":"shop"}' >package.json
echo 'export default defineNuxtConfig({ telemetry: false, devtools: { enabled: false }, compatibilityDate: "2025-01-01" })' >nuxt.config.ts
printf '<template>\n  <h1>Hello</h1>\n</template>\n' >pages/index.vue
printf 'export default defineEventHandler(() => {\n  const order = undefined\n  return order.total\n})\n' >server/api/order.ts
printf '<script setup>\nthrow new Error("no cart here")\n</script>\n<template>\n  <h1>Cart</h1>\n</template>\n' >pages/cart.vue
printf '<template>\n  <NuxtPage />\n</template>\n' >app.vue
export NUXT_TELEMETRY_DISABLED=1 CI=1
serve nuxt dev --port $PORT --host 127.0.0.1
printed "built in"
sleep 5
get /
get /api/order
get /cart
sleep 3
get /cart
sleep 2
finish
