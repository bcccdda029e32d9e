mkdir src
printf 'export const price = (item: { price: number } | undefined) => item!.price\n' >src/price.ts
printf 'import { price } from "./price"\nconsole.log("start")\nsetInterval(() => {}, 1000)\nconsole.log(price(undefined))\n' >src/main.ts
serve tsx watch src/main.ts
printed "reading 'price'"
sleep 1
printf 'export const price = (item: { price: number } => item.price\n' >src/price.ts
printed "Transform failed"
sleep 1
printf 'export const price = (item?: { price: number }) => item?.price\n' >src/price.ts
printed "start" 2
sleep 1
finish
