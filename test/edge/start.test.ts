import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '../support/folders.ts'
import { Program } from '../support/program.ts'

const MAIN = resolve(import.meta.dirname, '../../edge/main.ts')

async function runUntilExit(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'exit')
  return { code, output }
}

it.each([
  ['EDGE_PORT', 'eighty'],
  ['EDGE_PORT', '70000'],
  ['HUB_URL', 'not an address'],
  ['HUB_URL', 'ftp://hub.example'],
  ['HUB_URL', 'http://hub.example'],
  ['LOG_LEVEL', 'loud'],
])('reports the invalid setting %s=%s in one line', async (name, value) => {
  using folder = createTestFolder()
  const { code, output } = await runUntilExit({ DATA_DIR: folder.path, EDGE_PORT: '0', [name]: value })
  expect(code).toBe(1)
  expect(output.trimEnd().split('\n')).toHaveLength(1)
  expect(output).toContain(name)
})

it('reports in one line that the port is in use', async () => {
  using folder = createTestFolder()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { code, output } = await runUntilExit({ DATA_DIR: folder.path, EDGE_PORT: String(port) })
  server.close()
  expect(code).toBe(1)
  expect(output).toBe(`Port ${port} of 127.0.0.1 is in use (EDGE_PORT)\n`)
})

it('reports in one line that the data folder is not writable', async () => {
  using folder = createTestFolder()
  const path = `${folder.path}/file`
  writeFileSync(path, '')
  const { code, output } = await runUntilExit({ DATA_DIR: path, EDGE_PORT: '0' })
  expect(code).toBe(1)
  expect(output).toMatch(/^The data folder .+ \(DATA_DIR\) cannot be written: \w+\n$/)
})

it('reports in one line that a file cannot be opened', async () => {
  using folder = createTestFolder()
  mkdirSync(`${folder.path}/edge/journal.db`, { recursive: true })
  const { code, output } = await runUntilExit({ DATA_DIR: folder.path, EDGE_PORT: '0' })
  expect(code).toBe(1)
  expect(output).toMatch(/^The files in .+ \(DATA_DIR\) cannot be used: .+\n$/)
})

it('reports the running agent when a second one starts in the same folder', async () => {
  using folder = createTestFolder()
  const first = new Program('edge', { DATA_DIR: folder.path, EDGE_PORT: '0' })
  await first.start()
  const { pid } = (await (await fetch(`${first.url}/health`)).json()) as { pid: number }
  const second = await runUntilExit({ DATA_DIR: folder.path, EDGE_PORT: '0' })
  expect(second).toEqual({ code: 1, output: expect.stringContaining(`Another agent (pid ${pid})`) })

  await first.kill()
  await first.start()
  await first.stop()
})

it('sends a ready message, and exits cleanly', async () => {
  using folder = createTestFolder()
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, DATA_DIR: folder.path, EDGE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  const [message] = await once(child, 'message')
  expect(message).toEqual({ type: 'ready', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  const health = await (await fetch(`${(message as { url: string }).url}/health`)).json()
  expect(health).toEqual({ status: 'ok', agentVersion: expect.any(String), pid: child.pid })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  const messages = output
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(messages).toEqual(['agent started', 'agent stopped'])
})
