mkdir errors
echo '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "listFiles": false, "diagnostics": true }, "include": ["errors"] }' >tsconfig.json
printf 'export class TypeError2 extends Error {}\nexport const failed = 0\n' >errors/error.ts
serve tsc --watch --preserveWatchOutput
printed "Found 0 errors"
printf '// error TS2322: a remark\n' >>errors/error.ts
printed "Found 0 errors" 2
finish
