import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { openPool } from '#hub/db/pool.ts'
import { costRecalculations } from '#hub/db/tables/stock.ts'
import { Database } from '#hub/db/transact.ts'
import { isDue } from '#hub/features/inventory/books-check/nightly.ts'
import { keepBooksCheck } from '#hub/features/inventory/books-check/queries.ts'
import { JobQueue } from '#hub/jobs/queue.ts'
import { checkedBooks } from '#test/hub/documents/books.ts'
import { within } from '#test/hub/fleet/custody.ts'
import { runCommand } from '#test/support/command.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import {
  ApiClient,
  type Organization,
  signUp,
  startTestHub,
  type TestHub,
  useHub,
} from '#test/support/hub.ts'
import { hire, hireWithout } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

const TOKEN = 'a token of the tests'

describe('GET /api/inventory/books-check', () => {
  const door = useHub({ metricsToken: TOKEN })
  const PATH = '/api/inventory/books-check'

  async function openShop() {
    const shop = await signUp(door)
    const tea = await createProduct(shop, { name: 'Tea', cost: 60 })
    const device = await enrolDevice(door, shop)
    const sale = saleBody(shop, [{ productId: tea, quantity: 2 }])
    await device.upload([device.item(sale)])
    return { shop, sale }
  }

  /** Sets the unit cost of the receipt's lines to 0. */
  async function damage({ organizationId }: Organization, saleId: string): Promise<void> {
    await using owner = await door.database.connect()
    await owner.query(
      'UPDATE retail_sale_lines SET unit_cost = 0 WHERE organization_id = $1 AND sale_id = $2',
      [organizationId, saleId],
    )
  }

  const keep = async (shop: Organization, of: TestHub = door) => {
    const books = await checkedBooks(of, shop)
    await within(of, shop, (tx) => keepBooksCheck(tx, books))
  }

  const run = ({ database }: TestHub, ...args: string[]) =>
    runCommand('check-books', { DATABASE_URL: database.hubUrl }, args)

  /** Queues a books check, as the hub does every night. */
  async function send({ organizationId }: Organization): Promise<void> {
    const pool = openPool(door.database.ownerUrl, 2)
    const queue = new JobQueue(pool, pino({ level: 'silent' }))
    await new Database(pool).transact(organizationId, (tx) =>
      queue.send(tx, 'books-check', { organizationId }, { once: { key: organizationId, everySeconds: 60 } }),
    )
    await queue.stop()
    await pool.end()
  }

  it('returns an empty result before the first check', async () => {
    const { api } = await signUp(door)
    const { status, body } = await api.get(PATH)
    expect([status, body]).toEqual([
      200,
      { checkedAt: null, products: 0, movements: 0, findingsTotal: 0, findings: [], pending: [] },
    ])
  })

  it('returns the findings of the last check, and omits costs for employees who may not see them', async () => {
    const { shop, sale } = await openShop()
    await keep(shop)
    expect((await shop.api.get(PATH)).body).toMatchObject({ movements: 1, findingsTotal: 0 })
    await damage(shop, sale.id)
    await keep(shop)
    const { body } = await shop.api.get(PATH)
    expect(Date.parse(body.checkedAt)).toBeGreaterThan(0)
    expect(body).toMatchObject({
      findingsTotal: 1,
      findings: [
        {
          kind: 'WrongLineCost',
          documentNumber: sale.receiptNumber,
          lineNo: 1,
          productName: 'Tea',
          stored: { unitCost: 0 },
          due: { unitCost: 60 },
        },
      ],
    })
    const storekeeper = await hire(door, shop, 'Storekeeper')
    expect((await storekeeper.get(PATH)).body.findings).toMatchObject([{ stored: {}, due: {} }])
    expect(JSON.stringify((await storekeeper.get(PATH)).body)).not.toContain('unitCost')
  })

  it('runs a check requested by an employee who may post documents', async () => {
    const { shop, sale } = await openShop()
    await damage(shop, sale.id)
    const viewer = await hireWithout(door, shop, 'inventory.post')
    expect([(await viewer.get(PATH)).status, (await viewer.post(PATH)).status]).toEqual([200, 403])
    for (const _ of [1, 2]) expect((await shop.api.post(PATH)).status).toBe(204)
    await until('the books are checked', async () => (await shop.api.get(PATH)).body.findingsTotal === 1)
  })

  it('requires the permission to view stock, and hides findings from other organizations', async () => {
    const { shop, sale } = await openShop()
    await damage(shop, sale.id)
    await keep(shop)
    expect((await new ApiClient(door).get(PATH)).status).toBe(401)
    expect((await (await hire(door, shop, 'Cashier')).get(PATH)).status).toBe(403)
    const stranger = await signUp(door)
    expect((await stranger.api.get(PATH)).body).toMatchObject({ checkedAt: null, findings: [] })
  })

  it('runs the check as a background job and exports the findings as metrics', async () => {
    const { shop, sale } = await openShop()
    await damage(shop, sale.id)
    await send(shop)
    // Workers look for jobs when they start.
    await using watched = await startTestHub({ databaseUrl: door.database.hubUrl, metricsToken: TOKEN })
    await until('the books are checked', async () => (await shop.api.get(PATH)).body.findingsTotal === 1)
    const { body } = await new ApiClient(watched, TOKEN).get('/metrics')
    expect(body).toContain(`counterfoil_books_findings{organization="${shop.organizationId}"} 1`)
    expect(body).toContain(`counterfoil_books_check_age_seconds{organization="${shop.organizationId}"}`)
  })

  it('lists the products whose costs are being recalculated', async () => {
    await using idle = await startTestHub({ runsJobs: false, metricsToken: TOKEN })
    const shop = await signUp(idle)
    const productId = await createProduct(shop, { name: 'Tea' })
    const from = '2026-03-01T10:00:00.000Z'
    await within(idle, shop, (tx) =>
      tx
        .insert(costRecalculations)
        .values({ organizationId: shop.organizationId, productId, fromMoment: new Date(from) }),
    )
    await keep(shop, idle)
    const { body } = await shop.api.get(PATH)
    expect(body).toMatchObject({ findingsTotal: 0, pending: [{ productId, productName: 'Tea', from }] })
    const { code, output } = await run(idle)
    expect(code).toBe(0)
    expect(output).toContain(`  Tea: costs are being recalculated from ${from} on\n`)
    const metrics = (await new ApiClient(idle, TOKEN).get('/metrics')).body
    expect(metrics).toContain(`counterfoil_products_costs_pending{organization="${shop.organizationId}"} 1`)
  })

  it('runs the check once a night in the time zone of the organization', () => {
    const night = new Date('2026-03-01T22:30:00Z')
    const due = (timeZone: string, ageSeconds: number | null) => isDue({ timeZone, ageSeconds }, night)
    expect(due('Asia/Almaty', null)).toBe(true)
    expect(due('Asia/Almaty', 23 * 3600)).toBe(true)
    expect(due('Asia/Almaty', 3600)).toBe(false)
    expect(due('Europe/London', null)).toBe(false)
    expect(due('Europe/Moscow', null)).toBe(false)
  })

  it('runs the check from the command line', async () => {
    const { shop, sale } = await openShop()
    const own = ['--organization', shop.organizationId]
    expect(await run(door, ...own)).toEqual({
      code: 0,
      errors: '',
      output: `${shop.organizationId}: 1 movements of 1 products add up\n`,
    })
    await damage(shop, sale.id)
    const { code, output } = await run(door)
    expect(code).toBe(1)
    expect(output).toContain(`WrongLineCost: RetailSale ${sale.receiptNumber}, line 1, Tea, `)
    expect(output).toContain('stored {"unitCost":0}, due {"unitCost":60}')
    expect(await run(door, '--organization', 'all of them')).toMatchObject({ code: 2, output: '' })
  })
})
