import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { systemClock } from '#edge/clock.ts'
import { DiskWatch } from '#edge/files/disk-watch.ts'
import { Troubles } from '#edge/troubles.ts'
import type { ProblemBody } from '#shared/problems/problem.ts'
import { createTestFolder } from '../../support/folders.ts'
import { Program } from '../../support/program.ts'
import { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { cashier, product, settings } from '../support/catalog.ts'
import { FakeHub, PAIRING_CODE } from '../support/fake-hub.ts'

const RESERVE_BYTES = 2_500_000
const silent = pino({ level: 'silent' })
const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

function watch(folder: string) {
  const troubles = new Troubles(systemClock)
  const disk = new DiskWatch({ folder, reserveBytes: RESERVE_BYTES, troubles, log: silent })
  return { troubles, disk, reserve: join(folder, 'reserve') }
}

it('deletes the reserve file when the disk is full, and keeps the trouble until the reserve is restored', async () => {
  using folder = createTestFolder()
  const { troubles, disk, reserve } = watch(folder.path)
  await disk.fill()
  const { size, blocks } = statSync(reserve)
  expect(size).toBe(RESERVE_BYTES)
  expect(blocks * 512).toBeGreaterThanOrEqual(RESERVE_BYTES)

  disk.failed(full)
  expect(() => statSync(reserve)).toThrow('ENOENT')
  disk.worked()
  expect(troubles.list()).toMatchObject([{ code: 'disk' }])

  await disk.fill()
  expect(statSync(reserve).size).toBe(RESERVE_BYTES)
  expect(troubles.list()).toEqual([])
})

it('keeps the reserve file after another disk error', async () => {
  using folder = createTestFolder()
  const { troubles, disk, reserve } = watch(folder.path)
  await disk.fill()
  disk.failed(Object.assign(new Error('read-only file system'), { code: 'SQLITE_READONLY' }))
  expect(statSync(reserve).size).toBe(RESERVE_BYTES)
  expect(troubles.list()).toMatchObject([{ code: 'disk' }])
  disk.worked()
  expect(troubles.list()).toEqual([])
})

const MAIN = resolve(import.meta.dirname, '../../../edge/main.ts')
/**
 * Maximum file size in blocks of 512 or 1024 bytes, depending on the shell. Both are less than the size to
 * which the log of the journal grows.
 */
const LARGEST_FILE_BLOCKS = 1_500

/** Starts the agent with a limit on the file size, which acts on its journal like a full disk. */
async function startOnFullDisk(env: Record<string, string>) {
  const child = spawn(
    'sh',
    ['-c', `ulimit -f ${LARGEST_FILE_BLOCKS} && exec "$0" "$1"`, process.execPath, MAIN],
    {
      env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  const url = await new Promise<string>((done, fail) => {
    child.once('exit', () => fail(new Error('the agent ended')))
    child.once('message', (message: { url: string }) => done(message.url))
  })
  return { url, kill: () => child.kill('SIGKILL') }
}

it('completes no sale while the disk is full', async () => {
  const tea = product({ name: 'Tea' })
  const ann = await cashier()
  await using hub = await FakeHub.start(settings(), ann, tea)
  using folder = createTestFolder()
  const env = { DATA_DIR: folder.path, EDGE_PORT: '0', HUB_URL: hub.url, EDGE_PAIRING_CODE: PAIRING_CODE }
  let { url, kill } = await startOnFullDisk(env)
  const till = new Till(() => url)
  await until('the first download is complete', async () => (await till.status()).settings)
  await till.signIn(ann.id)
  await hub.goDown()

  const shown: string[] = []
  const refusal = await until('the disk is full', async () => {
    const answer = await attempt(till, tea.id)
    if (answer.status === 200 || answer.status === 201) shown.push(answer.body.receiptNumber as string)
    return answer.status < 300 ? null : answer
  })
  expect(refusal).toMatchObject({ status: 503, body: { code: 'not_ready' } })
  expect((refusal.body as ProblemBody).detail).toContain('Nothing was saved')
  const { trouble, upload } = await till.status()
  expect(trouble.map(({ code }) => code)).toContain('disk')
  expect(upload.waiting).toBe(shown.length)
  kill()

  const program = new Program('edge', env)
  await program.start()
  url = program.url
  expect((await till.status()).upload.waiting).toBe(shown.length)
  await till.expect('DELETE', '/cart')
  const next = await till.sell(tea.id)
  expect(next.receiptNumber).toBe(`K7-${String(shown.length + 1).padStart(6, '0')}`)
  await hub.comeBack()
  await until('all have arrived', () => hub.sales.length === shown.length + 1)
  expect(hub.sales.map(({ receiptNumber }) => receiptNumber)).toEqual([...shown, next.receiptNumber])
  await program.kill()
})

async function attempt(till: Till, productId: string) {
  const added = await till.send<{ id: string; version: number; sum: number; receiptNumber?: string }>(
    'POST',
    '/cart/lines',
    { productId },
  )
  if (added.status >= 300) return added
  const { id, version, sum } = added.body
  return till.send<{ receiptNumber?: string }>('POST', '/cart/pay', {
    cartId: id,
    cartVersion: version,
    payments: [{ type: 'Cash', amount: sum }],
  })
}
