mkdir src
echo 'export const n = 1' >src/main.ts
serve esbuild src/main.ts --bundle --outfile=out.js --watch=forever
printed "build finished"
sleep 1
echo 'export const n = ;' >src/main.ts
printed "1 error"
sleep 1
echo 'export const n = 2' >src/main.ts
printed "build finished" 2
finish
