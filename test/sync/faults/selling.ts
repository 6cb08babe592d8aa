import { expect } from 'vitest'
import type { RetailSaleSummary } from '#shared/contracts/sales/retail-sales.ts'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { sleep } from '#shared/std/retry.ts'
import type { Organization } from '#test/support/hub.ts'
import type { TestShop } from '#test/support/shop.ts'
import type { Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'

/** Pause between sales in milliseconds, as in a busy shop. It is longer than the disk takes to write a sale. */
const BETWEEN_SALES_MS = 40

/** Sells single pieces at every till until `happening` settles. Returns all receipts. */
export async function sellWhile(
  tills: readonly Till[],
  productId: string,
  happening: Promise<unknown>,
): Promise<Receipt[]> {
  let isOver = false
  const over = happening.finally(() => {
    isOver = true
  })
  const receipts: Receipt[] = []
  const selling = tills.map(async (till) => {
    while (!isOver) {
      receipts.push(await till.sell(productId))
      await sleep(BETWEEN_SALES_MS)
    }
  })
  await Promise.all([over, ...selling])
  return receipts
}

export async function sellMany(till: Till, productId: string, pieces: number): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (let i = 0; i < pieces; i += 1) receipts.push(await till.sell(productId))
  return receipts
}

/** Resolves when the tills have no uploads waiting. */
export async function uploaded(...tills: readonly Till[]): Promise<void> {
  for (const till of tills) {
    await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)
  }
}

/** Posts held uploads immediately, which otherwise takes up to two minutes. Restarts the hub. */
export async function postWhatIsHeld(shop: TestShop): Promise<void> {
  await using owner = await shop.door.database.connect()
  await shop.stopHub()
  const unposted = `FROM uploads WHERE status IN ('received', 'held')`
  await owner.query(
    `UPDATE uploads SET received_at = received_at - interval '1 minute' WHERE id IN (SELECT id ${unposted})`,
  )
  await shop.startHub()
  await until('all is posted', async () => (await owner.query(`SELECT ${unposted}`)).rowCount === 0)
}

/** Returns the sales of the organization in order of arrival. */
export async function salesOf({ api }: Organization): Promise<RetailSaleSummary[]> {
  const sales: RetailSaleSummary[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await api.get(`/api/sales/retail?sort=receivedAt&pageSize=500&page=${page}`)
    sales.push(...body.items)
    if (body.items.length < 500) return sales
  }
}

/**
 * Checks that head office has exactly the given receipts, each once with the same number and total, and that
 * one piece per receipt has left the stock.
 */
export async function expectEachOnce(
  organization: Organization,
  productId: string,
  receipts: readonly Receipt[],
): Promise<void> {
  const sales = await salesOf(organization)
  const facts = ({
    id,
    receiptNumber,
    sum,
  }: Pick<RetailSaleSummary, 'id' | 'receiptNumber' | 'sum'>): string => `${receiptNumber} ${id} ${sum}`
  expect(sales.map(facts).sort()).toEqual(receipts.map(facts).sort())
  expect(new Set(receipts.map(({ receiptNumber }) => receiptNumber)).size).toBe(receipts.length)
  const { body } = await organization.api.get(`/api/inventory/stock?productId=${productId}`)
  expect(body.items[0]?.quantity ?? 0).toBe(-receipts.length)
}
