import { expect, it } from 'vitest'
import { systemClock } from '#edge/clock.ts'
import type { CurrentShift, ShiftReport } from '#shared/contracts/till/shift.ts'
import type { Receipt, ReceiptList } from '#shared/contracts/till/till.ts'
import { NO_FISCAL_RESULT, type ReceiptFiscal, WAITING_FISCAL } from '#shared/domain/sale-fiscal.ts'
import { must } from '#shared/std/must.ts'
import { until } from '../../support/until.ts'
import { settings, storeReceipt } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const DONE: ReceiptFiscal = {
  ...NO_FISCAL_RESULT,
  state: 'Done',
  sign: '1000000001',
  docNumber: '1',
  regNumber: '0012345',
  shiftNumber: 1,
  fiscalisedAt: '2026-03-01T12:00:00.000Z',
  url: 'https://ofd.test/1',
  isOffline: false,
}
const FAILED: ReceiptFiscal = { ...WAITING_FISCAL, state: 'Failed' }

let published = 0

/** Changes the fiscal states of these receipts at the hub, and waits until the till has received them. */
async function tell({ hub, till }: Shop, receipts: [Receipt, ReceiptFiscal | null][], isFiscal = true) {
  const receiptFooter = `told ${++published}`
  const lines = receipts.map(([{ id, receiptNumber }, fiscal]) => ({
    ...storeReceipt({ number: receiptNumber, fiscal }),
    id,
  }))
  hub.catalog.change(...lines, settings({ isFiscal, receiptFooter }))
  await until('it is told', async () => (await till.status()).settings?.receiptFooter === receiptFooter)
}

const current = async ({ till }: Shop) => (await till.expect<CurrentShift>('GET', '/shift')).fiscal
const states = async ({ till }: Shop) =>
  (await till.expect<ReceiptList>('GET', '/receipts')).items.map(({ fiscalState }) => fiscalState)
const uploaded = ({ till }: Shop, { receiptNumber }: Receipt) =>
  until('it is at head office', async () => {
    return (await till.receipt(receiptNumber)).upload.state === 'accepted'
  })

it('shows the fiscal state of a receipt, and the counts of a shift and its report, even while the hub is down', async () => {
  let at = Date.now()
  const overrides = { clock: { ...systemClock, now: () => new Date(at) } }
  await using shop = await openShop({ settings: { isFiscal: true }, overrides })
  const { till, tea, hub } = shop
  await till.expect('POST', '/shift/open', { openingCash: 0 })
  expect(await current(shop)).toBeNull()
  await till.expect('POST', '/shift/cash', { kind: 'In', amount: 5, reason: 'change' })
  await hub.goDown()
  const [made, refused, unsent] = [await till.sell(tea.id), await till.sell(tea.id), await till.sell(tea.id)]
  expect(made.fiscal).toEqual(WAITING_FISCAL)
  expect(await current(shop)).toEqual({ done: 0, waiting: 3, failed: 0 })
  await hub.comeBack()
  await uploaded(shop, made)
  // The hub has the sale but has not sent its fiscal state.
  expect((await till.receipt(made.receiptNumber)).fiscal).toEqual(WAITING_FISCAL)
  await tell(shop, [
    [made, DONE],
    [refused, FAILED],
  ])
  await hub.goDown()
  expect((await till.receipt(made.receiptNumber)).fiscal).toEqual(DONE)
  expect((await till.receipt(refused.receiptNumber)).fiscal).toEqual(FAILED)
  expect(await states(shop)).toEqual(['Waiting', 'Failed', 'Done'])
  const left = { done: 1, waiting: 1, failed: 1 }
  expect(await current(shop)).toEqual(left)
  expect((await till.expect<ShiftReport>('GET', '/shift/report')).fiscal).toEqual(left)
  await till.expect('POST', '/shift/close', { countedCash: 35 })
  expect((await till.expect<ShiftReport>('GET', '/shifts/1/report')).fiscal).toEqual(left)
  // The hub received this sale a day ago without sending a fiscal state, so the till expects none any more.
  const { upload } = await till.receipt(unsent.receiptNumber)
  const dayAfter = Date.parse(must(upload.at)) + 24 * 60 * 60_000
  at = dayAfter - 1
  expect((await till.receipt(unsent.receiptNumber)).fiscal).toEqual(WAITING_FISCAL)
  at = dayAfter
  expect((await till.receipt(unsent.receiptNumber)).fiscal).toBeNull()
})

it('shows no fiscal state at a retail point without fiscal receipts, in training, and for earlier sales', async () => {
  await using shop = await openShop()
  const { till, tea } = shop
  await till.expect('POST', '/shift/open', { openingCash: 0 })
  const before = await till.sell(tea.id)
  expect([before.fiscal, await current(shop), await states(shop)]).toEqual([null, null, [null]])
  await tell(shop, [[before, null]])
  expect([(await till.receipt(before.receiptNumber)).fiscal, await current(shop)]).toEqual([null, null])
  await till.expect('POST', '/training')
  await till.expect('POST', '/shift/open', { openingCash: 0 })
  const trained = await till.sell(tea.id)
  expect([trained.fiscal, await current(shop), await states(shop)]).toEqual([null, null, [null]])
})

it('shows the fiscal state of a receipt of another till', async () => {
  const lines = [storeReceipt({ number: 'B2-000009', fiscal: DONE })]
  await using shop = await openShop({ lines })
  expect((await shop.till.receipt('B2-000009')).fiscal).toEqual(DONE)
  const { items } = await shop.till.expect<ReceiptList>('GET', '/receipts?search=B2-000009')
  expect(items).toMatchObject([{ isOfAnotherTill: true, fiscalState: 'Done' }])
})
