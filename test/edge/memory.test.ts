import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { createTestFolder } from '../support/folders.ts'
import { Program } from '../support/program.ts'
import { Till } from '../support/till.ts'
import { until } from '../support/until.ts'
import { cashier, product, settings } from './support/catalog.ts'
import { FakeHub, PAIRING_CODE } from './support/fake-hub.ts'

/** Returns the resident memory of a process in MB (Linux only). */
function residentMb(pid: number): number {
  const [, kilobytes] = must(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')))
  return Number(kilobytes) / 1024
}

it('uses less than 245 MB of memory after 100 sales', async () => {
  const ann = await cashier()
  const products = Array.from({ length: 3_000 }, (_, i) => product({ name: `Nail ${i}` }))
  await using hub = await FakeHub.start(settings(), ann, ...products)
  using folder = createTestFolder()
  const agent = new Program('edge', {
    DATA_DIR: folder.path,
    EDGE_PORT: '0',
    HUB_URL: hub.url,
    EDGE_PAIRING_CODE: PAIRING_CODE,
  })
  await agent.start()
  try {
    const till = new Till(() => agent.url)
    await until('the first download is complete', async () => (await till.status()).settings)
    await till.signIn(ann.id)
    for (let sale = 0; sale < 100; sale++) {
      for (let line = 0; line < 20; line++) {
        await till.add({ productId: must(products[sale * 20 + line]).id })
      }
      await till.pay()
    }
    const { pid } = (await (await fetch(`${agent.url}/health`)).json()) as { pid: number }
    expect(residentMb(pid)).toBeLessThan(245)
  } finally {
    await agent.stop()
  }
})
