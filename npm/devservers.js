#!/usr/bin/env node
// Runs the devservers program of this system, which a package of its own brings.
'use strict'
const { spawn } = require('node:child_process')

const name = `${require('./package.json').name}-${process.platform}-${process.arch}`
let program
try {
  program = require.resolve(`${name}/devservers`)
} catch {
  console.error(`devservers: there is no program for ${process.platform} on ${process.arch}, or npm left out the ` +
    `optional package ${name}: npm install --include=optional`)
  process.exit(1)
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' })
child.on('error', (err) => {
  console.error(`devservers: ${err.message}`)
  process.exit(1)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal))
}
child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)))
