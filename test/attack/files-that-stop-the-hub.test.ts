import { describe, expect, it } from 'vitest'
import { BASE, OWN } from '#test/hub/catalog/imports.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { deepJson, HOSTILE_TABLES, ODD_TABLES, wideJson } from '#test/support/hostile-files.ts'
import { type Answer, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { until } from '#test/support/until.ts'

const MB = 1024 ** 2
/** Maximum memory growth in bytes: more than an ordinary request needs, and far less than these files would use. */
const MOST_GROWTH_BYTES = 400 * MB

describe('a file designed to stop the hub', () => {
  const door = useHub({ logLevel: 'error' })

  /**
   * Sends a request of a newly registered attacker and returns the response. Meanwhile another organization
   * sends requests, which must be answered before the file is read, and the memory of the hub must not grow
   * beyond the limit.
   */
  async function attack(ask: (stranger: Organization) => Promise<Answer>): Promise<Answer> {
    const [stranger, shop] = [await signUp(door), await signUp(door)]
    let ended = false
    let answeredMeanwhile = 0
    const begun = process.memoryUsage.rss()
    let largest = begun
    const requested = ask(stranger).finally(() => {
      ended = true
    })
    while (!ended) {
      expect((await shop.api.get(`${BASE}?pageSize=5`)).status).toBe(200)
      if (!ended) answeredMeanwhile += 1
      largest = Math.max(largest, process.memoryUsage.rss())
    }
    expect(answeredMeanwhile).toBeGreaterThan(0)
    expect(largest - begun).toBeLessThan(MOST_GROWTH_BYTES)
    return requested
  }

  it.each(Object.entries(HOSTILE_TABLES))(
    'refuses %s, and responds to other organizations meanwhile',
    async (_, make) => {
      const file = new Uint8Array(make())
      const { status, body } = await attack(({ api }) => api.sendFile(`${OWN}?dryRun=true`, file))
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([400, 'invalid_request', '#/file'])
    },
  )

  it.each(Object.entries(ODD_TABLES))(
    'reads only the worksheet of %s and skips the rest',
    async (_, make) => {
      const { status, body } = await attack(({ api }) =>
        api.sendFile(`${OWN}?dryRun=true`, new Uint8Array(make())),
      )
      expect([status, body.toCreate]).toEqual([200, 1])
    },
  )

  it('fails the import job, without a retry, when a row after 30,000 good ones has too many columns', async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => `p${at};${at}`).join('\n')
    const file = `Name;Code\n${rows}\nx${';'.repeat(2000)}\n`
    for (const path of [OWN, `${BASE}/imports`]) {
      let api: Organization['api'] | undefined
      const { status } = await attack((stranger) => {
        api = stranger.api
        return stranger.api.sendFile(path, file)
      })
      expect(status).toBe(202)
      const [job] = await until('the job has failed', async () => {
        const { items } = (await api?.get('/api/me/jobs'))?.body ?? {}
        return items?.[0]?.status === 'Failed' ? items : undefined
      })
      expect(job).toMatchObject({
        message: expect.stringContaining('more than 1000 columns'),
        problem: { code: 'invalid_request', errors: [{ code: 'too_many_columns' }] },
      })
    }
    await using owner = await door.database.connect()
    const { rows: runs } = await owner.query(
      `SELECT retry_count, state FROM jobs.job WHERE name IN ('product-import', 'product-import-preview')`,
    )
    expect(runs).toEqual(Array(2).fill({ retry_count: 0, state: 'completed' }))
  })

  it.each([
    ['nested as deep as possible', deepJson(15 * MB)],
    ['of millions of values', wideJson(15 * MB)],
  ])('quarantines an item %s, and accepts the sale after it', async (_, item) => {
    const { status, body } = await attack(async (stranger) => {
      const device = await enrolDevice(door, stranger)
      const productId = await createProduct(stranger)
      const sale = JSON.stringify(device.item(saleBody(stranger, [{ productId }])))
      return device.api.post('/api/pos/v1/sales', `{"sales":[${item},${sale}]}`)
    })
    expect(status).toBe(200)
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual(['quarantined', 'accepted'])
  })

  it('refuses deeply nested JSON of a megabyte', async () => {
    const { status, body } = await (await signUp(door)).api.post(BASE, deepJson(MB - 2))
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })
})
