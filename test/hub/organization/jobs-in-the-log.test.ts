import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_ROWS_AT_ONCE } from '#shared/contracts/catalog/product-imports.ts'
import { OWN, productsOf, sendCsv } from '#test/hub/catalog/imports.ts'
import { type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { superAdmin, visit } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

const LOG = '/api/admin/audit-log'

describe('audit log entries of background jobs', () => {
  const door = useHub({ fetchableAddresses: ['127.0.0.1'] })
  let supplier: Server
  let origin: string
  beforeAll(async () => {
    const image = { width: 9, height: 5, channels: 3, background: '#fff' } as const
    const png = await sharp({ create: image }).png().toBuffer()
    supplier = createServer((request, response) => {
      if (request.url?.startsWith('/none')) response.writeHead(404).end()
      else response.end(png)
    })
    await new Promise<void>((resolve) => supplier.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(supplier.address() as AddressInfo).port}`
  })
  afterAll(() => {
    supplier.closeAllConnections()
    return new Promise((resolve) => supplier.close(resolve))
  })

  const ofJobs = async (api: ApiClient, path = LOG, type = 'product-import') =>
    (await api.get(`${path}?action=${encodeURIComponent(`job ${type}`)}`)).body.items
  const jobOf = async (api: ApiClient, type: string) =>
    until(`a ${type} is done`, async () => {
      const { items } = (await api.get('/api/admin/jobs/recent')).body
      return items.find(
        (job: { type: string; status: string }) => job.type === type && job.status === 'Succeeded',
      )
    })
  const large = (price: number) =>
    ['Name,Code,External code,Retail price']
      .concat(Array.from({ length: MAX_ROWS_AT_ONCE + 1 }, (_, at) => `Item ${at},L${at},e${at},${price}`))
      .join('\n')
  const importLarge = async (api: ApiClient, price: number) => {
    const answer = await sendCsv(api, OWN, large(price))
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    const path = `/api/catalog/products/imports/${answer.body.id}`
    await until('it is imported', async () => (await api.get(path)).body.status === 'Done')
  }

  it('records the changes of a background import once, with the requesting user and the origin of the request', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    const browser = shop.api.with({ 'User-Agent': 'Console/1', 'X-Forwarded-For': '203.0.113.7' })
    await importLarge(browser, 5)
    const [entry, ...more] = await ofJobs(shop.api)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      kind: 'jobs',
      recordId: (await jobOf(shop.api, 'product-import')).id,
      employeeId: shop.employeeId,
      actorName: 'Owner',
      isSuperAdmin: false,
      reason: null,
      address: '203.0.113.7',
      userAgent: 'Console/1',
    })
    expect(entry.changedRecords).toBeGreaterThan(MAX_ROWS_AT_ONCE)
    expect(entry.changes).toHaveLength(100)
    expect(entry.changes[0]).toMatchObject({
      table: 'products',
      was: {},
      now: { name: 'Item 0', code: 'L0' },
    })
    expect(await ofJobs(other.api)).toEqual([])

    await importLarge(browser, 6)
    const [again] = await ofJobs(shop.api)
    expect(again.changes[0]).toMatchObject({ was: { value: 5 }, now: { value: 6 } })
    // The same file again changes only the record of the import.
    await importLarge(browser, 6)
    const [nothing] = await ofJobs(shop.api)
    expect(nothing.changedRecords).toBe(1)
    // The log shows the job row without the command stored in that row.
    const { items } = (await shop.api.get(`${LOG}?kind=products`)).body
    const queued = items[0].changes.find(({ table }: { table: string }) => table === 'backgroundJobs')
    expect(queued.now).not.toHaveProperty('deed')
  })

  it('records a job started by a SuperAdmin in both logs, with the reason of the visit', async () => {
    const shop = await signUp(door)
    const platform = await superAdmin(door, shop)
    await importLarge(await visit(platform, shop.organizationId), 5)
    const [entry] = await ofJobs(shop.api)
    expect(entry).toMatchObject({ isSuperAdmin: true, reason: 'Asked for help', employeeId: null })
    const items = await ofJobs(platform, '/api/super-admin/audit-log')
    expect(items).toMatchObject([{ id: entry.id, insideId: shop.organizationId }])
  })

  it('records the images imported in one batch in one entry', async () => {
    const shop: Organization = await signUp(door)
    const lines = [
      'Name;Code;Image',
      ...['a', 'b', 'none'].map((name) => `${name};${name};${origin}/${name}`),
    ]
    const answer = await sendCsv(shop.api, OWN, lines.join('\n'))
    expect([answer.status, answer.body.imageLinks]).toEqual([200, 3])
    const job = await jobOf(shop.api, 'product-import-images')
    const [entry, ...more] = await ofJobs(shop.api, LOG, 'product-import-images')
    expect(more).toEqual([])
    expect(entry).toMatchObject({ recordId: job.id, employeeId: shop.employeeId })
    const products = await productsOf(shop.api)
    const shown = entry.changes.filter(({ table }: { table: string }) => table === 'productImages')
    expect(shown.map(({ now }: { now: { productId: string } }) => now.productId).sort()).toEqual(
      products
        .filter(({ code }) => code !== 'none')
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('records the name of a deleted organization and the number of its deleted rows', async () => {
    const shop = await signUp(door, { organizationName: 'Soon gone' })
    const platform = await superAdmin(door, await signUp(door))
    const path = `/api/super-admin/organizations/${shop.organizationId}`
    await platform.post(`${path}/archive`)
    expect((await platform.delete(path)).status).toBe(204)
    await until('it is gone', async () => (await platform.get(path)).status === 404)
    const items = await ofJobs(platform, '/api/super-admin/audit-log', 'organization-deletion')
    expect(items).toMatchObject([
      {
        isSuperAdmin: true,
        changes: [
          {
            table: 'organizations',
            id: shop.organizationId,
            name: 'Soon gone',
            was: { name: 'Soon gone' },
            now: {},
          },
        ],
      },
    ])
    expect(items[0].changedRecords).toBeGreaterThan(20)
    const log = (await platform.get('/api/super-admin/audit-log?person=&search=soon')).body.items
    expect(log).toMatchObject([
      { action: 'job organization-deletion', changes: [{ name: 'Soon gone' }] },
      { action: 'DELETE /api/super-admin/organizations/{id}', recordName: 'Soon gone' },
      {
        action: 'POST /api/super-admin/organizations/{id}/archive',
        recordName: 'Soon gone',
        insideName: 'Soon gone',
      },
    ])
  })
})
