// A client of one of the official TypeScript packages, led by a test: each line that it reads is one order, answered with
// one line. node client.mjs FOLDER PACKAGE ADDRESS [TOKEN]; FOLDER has node_modules. Without a token it uses OAuth.
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const [folder, name, address, token] = process.argv.slice(2)
const require = createRequire(folder + '/package.json')
const older = name === 'sdk' // @modelcontextprotocol/sdk; the newer is @modelcontextprotocol/client
const { Client, StreamableHTTPClientTransport } = older
  ? { ...require('@modelcontextprotocol/sdk/client/index.js'), ...require('@modelcontextprotocol/sdk/client/streamableHttp.js') }
  : require('@modelcontextprotocol/client')

// What an application with OAuth keeps. The test is the browser.
const kept = {}
const provider = {
  redirectUrl: 'http://127.0.0.1:1/callback',
  clientMetadata: { client_name: 'TypeScript ' + name, redirect_uris: ['http://127.0.0.1:1/callback'], grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], token_endpoint_auth_method: 'none' },
  state: () => 'a state',
  clientInformation: () => kept.client,
  saveClientInformation: (client) => { kept.client = client },
  tokens: () => kept.tokens,
  saveTokens: (tokens) => { kept.tokens = tokens },
  redirectToAuthorization: (question) => { kept.question = String(question) },
  saveCodeVerifier: (verifier) => { kept.verifier = verifier },
  codeVerifier: () => kept.verifier,
  saveDiscoveryState: (state) => { kept.discovered = state },
  discoveryState: () => kept.discovered,
}

let client, transport
let log = []
const orders = {
  async connect({ mode }) {
    transport = new StreamableHTTPClientTransport(new URL(address), token ? { requestInit: { headers: { Authorization: 'Bearer ' + token } } } : { authProvider: provider })
    client = new Client({ name: 'foreign', version: '1' }, mode ? { versionNegotiation: { mode } } : {})
    client.fallbackNotificationHandler = async (n) => { if (n.method === 'notifications/message') log.push(n.params.data) }
    try {
      await client.connect(transport)
    } catch (e) {
      if (!kept.question) throw e
      return { question: kept.question }
    }
    return { version: transport.protocolVersion, session: transport.sessionId ?? '', instructions: client.getInstructions() }
  },
  async finish({ back }) {
    const told = new URLSearchParams(back)
    await transport.finishAuth(older ? told.get('code') : told)
    kept.question = ''
  },
  tools: async () => ({ names: (await client.listTools()).tools.map((t) => t.name) }),
  level: ({ level }) => client.setLoggingLevel(level),
  // Removes a file when the progress has the text `upon`.
  async call({ tool, args, upon, remove }) {
    const progress = []
    log = []
    const options = { onprogress: (p) => { progress.push(p.message); if (upon && p.message.includes(upon)) rmSync(remove, { force: true }) } }
    const params = { name: tool, arguments: args }
    const r = older ? await client.callTool(params, undefined, options) : await client.callTool(params, options)
    return { failed: r.isError ?? false, text: r.content.map((c) => c.text).join('\n'), data: r.structuredContent, progress, log, session: transport.sessionId ?? '' }
  },
  expire: () => { kept.tokens = { ...kept.tokens, access_token: 'expired' } },
  async end() {
    if (transport.sessionId) await transport.terminateSession()
    await client.close()
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { order, ...rest } = JSON.parse(line)
  try {
    console.log(JSON.stringify((await orders[order](rest)) ?? {}))
  } catch (e) {
    console.log(JSON.stringify({ error: String(e.stack ?? e) }))
  }
}
