mkdir src
echo '{"compilerOptions":{"strict":true,"noEmit":true,"skipLibCheck":true,"types":[]},"include":["src"]}' >tsconfig.json
echo 'export const n: number = "tea"' >src/a.ts
echo 'export const s: string = 1' >src/b.ts
serve tsc -p . --watch --preserveWatchOutput
printed "Found 2 errors"
sleep 1
echo 'export const n: number = 1' >src/a.ts
printed "Found 1 error"
sleep 1
echo 'export const s: string = "1"' >src/b.ts
printed "Found 0 errors"
finish
