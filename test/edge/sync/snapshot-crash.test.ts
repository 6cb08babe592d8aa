import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '../../support/folders.ts'
import { Program } from '../../support/program.ts'
import { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { product, settings } from '../support/catalog.ts'
import { wantsChanges, wantsSnapshot } from '../support/fake-catalog.ts'
import { FakeHub, PAIRING_CODE } from '../support/fake-hub.ts'

const many = Array.from({ length: 3_000 }, (_, i) => product({ name: `Nail ${i}`, barcodes: [`9${i}`] }))

it('completes the first download when the agent is killed at any stage', async () => {
  await using hub = await FakeHub.start(settings(), ...many)
  hub.catalog.hasFile = true
  const { packed } = hub.catalog.file()
  using folder = createTestFolder()
  const file = (name: string) => join(folder.path, 'edge', name)
  const program = new Program('edge', {
    DATA_DIR: folder.path,
    EDGE_PORT: '0',
    HUB_URL: hub.url,
    EDGE_PAIRING_CODE: PAIRING_CODE,
  })
  let holdsChanges = true
  hub.interfere = (request) => holdsChanges && wantsChanges(request.url)
  hub.fileBytesPerConnection = Math.ceil(packed.length / 3)
  try {
    for (const stage of ['replica.new.gz', 'replica.new.db', 'replica.db']) {
      if (stage === 'replica.db') holdsChanges = false
      await program.start()
      await until(`there is ${stage}`, () => existsSync(file(stage)))
      await program.kill()
    }
    await program.start()
    const status = () => new Till(() => program.url).status()
    await until('all is there', async () => (await status()).download.products === 3_000)
    expect((await status()).download.state).toBe('up-to-date')
    expect(hub.requests.filter(wantsSnapshot)).toEqual([])
    await until('nothing is left over', () => readdirSync(file('.')).every((name) => !name.includes('.new')))
  } finally {
    await program.kill()
  }
})
