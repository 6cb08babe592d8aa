import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { demoGoods } from '#hub/features/data/demo-data/goods.ts'
import type { TillStatus } from '#shared/contracts/till/till.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { freePort } from '#test/support/ports.ts'

const PRODUCTS = demoGoods('ru').length
const RUNNING = 'Counterfoil is running'

it('starts all programs and finds their data again after a restart', async () => {
  using folder = createTestFolder()
  const env = await places(folder.path)

  await using first = start(env)
  await first.says(RUNNING)
  expect((await fetch(`http://127.0.0.1:${env.HUB_PORT}/readyz`)).status).toBe(200)
  await expect.poll(() => soldAtTill(env)).toBe(PRODUCTS)
  const { deviceId } = await tillStatus(env)
  expect(await first.interrupt()).toBe(0)
  expect(first.errors()).toBe('')

  await using second = start(env)
  await second.says(RUNNING)
  expect(await tillStatus(env)).toMatchObject({ deviceId, download: { products: PRODUCTS } })
  expect(await second.interrupt()).toBe(0)
})

it('restarts the hub when its process dies', async () => {
  using folder = createTestFolder()
  const env = await places(folder.path)
  await using demo = start(env)
  await demo.says(RUNNING)
  process.kill(hubProcess(folder.path), 'SIGKILL')
  await demo.says('The hub is running again')
  expect((await fetch(`http://127.0.0.1:${env.HUB_PORT}/readyz`)).status).toBe(200)
  expect(await demo.interrupt()).toBe(0)
})

it('stops on an interrupt during the start', async () => {
  using folder = createTestFolder()
  await using demo = start(await places(folder.path))
  await demo.says('Starting the hub')
  expect(await demo.interrupt()).toBe(0)
  expect(demo.errors()).toBe('')
})

it.each(['HUB_PORT', 'EDGE_PORT'] as const)('reports in one line that %s is taken', async (name) => {
  using folder = createTestFolder()
  const env = await places(folder.path)
  const other = createServer().listen(Number(env[name]), '127.0.0.1')
  await once(other, 'listening')
  await using demo = start(env)
  expect(await demo.ended()).toBe(1)
  expect(demo.errors()).toMatch(new RegExp(`^[^\\n]*${env[name]}[^\\n]* in use[^\\n]*\\n$`))
  other.close()
})

it('reports in one line that the database is unreachable', async () => {
  using folder = createTestFolder()
  const nobody = `127.0.0.1:${await freePort()}`
  const env = { ...(await places(folder.path)), DATABASE_URL: `postgres://someone:secret@${nobody}/shop` }
  await using demo = start(env)
  expect(await demo.ended()).toBe(1)
  expect(demo.errors()).toMatch(new RegExp(`^[^\\n]*${nobody}/shop cannot be reached[^\\n]*\\n$`))
  expect(demo.errors()).not.toContain('secret')
})

it('reports in one line that the data folder cannot be written', async () => {
  using folder = createTestFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  await using demo = start(await places(join(file, 'data')))
  expect(await demo.ended()).toBe(1)
  expect(demo.errors()).toMatch(/^The data folder [^\n]* cannot be written[^\n]*\n$/)
})

interface Places {
  DATA_DIR: string
  HUB_PORT: string
  EDGE_PORT: string
}

async function places(dataDir: string): Promise<Places> {
  return { DATA_DIR: dataDir, HUB_PORT: String(await freePort()), EDGE_PORT: String(await freePort()) }
}

interface Demo extends AsyncDisposable {
  /** Resolves when the program has printed the given text. */
  says(words: string): Promise<void>
  errors(): string
  /** Sends Ctrl-C to the whole process group, like a terminal. Resolves with the exit code. */
  interrupt(): Promise<number | null>
  ended(): Promise<number | null>
}

function start(env: Places): Demo {
  const script = resolve(import.meta.dirname, '../../hub/programs/demo/start.ts')
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [script], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (printed.out += chunk))
  child.stderr.on('data', (chunk) => (printed.err += chunk))
  const exit = once(child, 'close').then(([code]) => code as number | null)
  return {
    says: async (words) => {
      await expect.poll(() => printed.out.includes(words) || child.exitCode !== null).toBe(true)
      expect(printed.out + printed.err).toContain(words)
    },
    errors: () => printed.err,
    ended: () => exit,
    interrupt: () => {
      process.kill(-(child.pid as number), 'SIGINT')
      return exit
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exit
    },
  }
}

async function tillStatus(env: Places): Promise<TillStatus> {
  const response = await fetch(`http://127.0.0.1:${env.EDGE_PORT}/api/till/v1/status`)
  return (await response.json()) as TillStatus
}

async function soldAtTill(env: Places): Promise<number> {
  return (await tillStatus(env)).download.products
}

/** Returns the id of the process that wrote the first line of the hub log. */
function hubProcess(dataDir: string): number {
  const [line = ''] = readFileSync(join(dataDir, 'logs', 'hub.log'), 'utf8').split('\n')
  return (JSON.parse(line) as { pid: number }).pid
}
