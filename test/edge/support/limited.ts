import type { AgentOverrides } from '#edge/agent.ts'
import type { Cart } from '#shared/contracts/till/till.ts'
import { NO_LIMITS, type TillLimits } from '#shared/domain/till-limits.ts'
import { must } from '#shared/std/must.ts'
import { cashier, product } from './catalog.ts'
import { openShop, type Shop } from './point.ts'

const SETTINGS = {
  allowCustomPrice: true,
  allowReturnWithoutBasis: true,
  allowRefundOtherTender: true,
  maxVoucherSale: 50,
}
const NOWHERE = 'tcp://127.0.0.1:9'
export const coffee = product({ name: 'Coffee', price: 10 })

/**
 * Opens a shop with a signed-in cashier who has the given limits. A second cashier, Senior, has no limits and
 * the PIN 4321.
 */
export async function openLimited(
  limits: Partial<TillLimits>,
  overrides: AgentOverrides = {},
  products: ReturnType<typeof product>[] = [],
) {
  const [junior, senior] = await Promise.all([
    cashier('1234', { limits: { ...NO_LIMITS, ...limits } }),
    cashier('4321', { name: 'Senior' }),
  ])
  const lines = [senior, coffee, ...products]
  return { senior, shop: await openShop({ settings: SETTINGS, cashier: junior, lines, overrides }) }
}

export type Command = [method: string, path: string, body?: object]

/** Pairs of a limit and a function that prepares a command forbidden by that limit. A shift must be open. */
export const COMMANDS: [keyof TillLimits, (shop: Shop) => Promise<Command>][] = [
  ['allowCustomPrice', async ({ tea }) => ['POST', '/cart/lines', { productId: tea.id, price: 9 }]],
  ['allowCustomPrice', async (shop) => ['PATCH', await withTea(shop), { price: 9 }]],
  ['allowDeleteLines', async (shop) => ['DELETE', await withTea(shop)]],
  ['allowDeleteLines', async (shop) => ['PATCH', await withTea(shop), { quantity: 1 }]],
  ['allowDeleteLines', async (shop) => withTea(shop).then((): Command => ['DELETE', '/cart'])],
  ['allowReturnWithoutBasis', async () => ['POST', '/cart/return', {}]],
  ['allowRefundOtherTender', refundInCash],
  ['allowCashIn', async () => ['POST', '/shift/cash', { kind: 'In', amount: 5, reason: 'change' }]],
  ['allowCashOut', async () => ['POST', '/shift/cash', { kind: 'Out', amount: 5, reason: 'change' }]],
  ['allowOpenDrawer', async () => ['POST', '/drawer/open', { reason: 'change' }]],
  ['allowXReport', async () => ['GET', '/shift/report']],
  ['allowZReport', async () => ['POST', '/shift/close', {}]],
  ['allowLargeVouchers', async () => ['POST', '/cart/sold-vouchers', { amount: 50.01 }]],
  ['allowDeviceSetup', async () => ['PUT', '/printers/front', { address: NOWHERE }]],
  ['allowDeviceSetup', async (shop) => ['POST', `${await withPrinter(shop)}/choose`]],
  ['allowDeviceSetup', async (shop) => ['DELETE', await withPrinter(shop)]],
  ['allowTraining', async () => ['POST', '/training']],
]

async function withPrinter({ till, cashier }: Shop): Promise<string> {
  const { items } = await till.expect<{ items: { id: string; name: string }[] }>('GET', '/cashiers')
  await till.signIn(must(items.find(({ name }) => name === 'Senior')).id, '4321')
  await till.expect('PUT', '/printers/front', { address: NOWHERE })
  await till.signIn(cashier.id)
  return '/printers/front'
}

export async function withTea(shop: Shop): Promise<string> {
  await shop.till.add({ productId: shop.tea.id, quantity: 2 })
  return lineOf(shop)
}

export const lineOf = async ({ till }: Shop, at = 0): Promise<string> =>
  `/cart/lines/${must((await till.cart()).lines[at]).id}`

/** Sells by card and begins a return. Returns the command that refunds it in cash. */
async function refundInCash({ till, tea }: Shop): Promise<Command> {
  const sold = await till.add({ productId: tea.id })
  const { receiptNumber } = await till.expect<{ receiptNumber: string }>('POST', '/cart/pay', {
    cartId: sold.id,
    cartVersion: sold.version,
    payments: [{ type: 'Card', amount: 10 }],
  })
  const { id, version } = await till.expect<Cart>('POST', '/cart/return', { receiptNumber })
  const payments = [{ type: 'Cash', amount: 10 }]
  return ['POST', '/cart/pay', { cartId: id, cartVersion: version, payments, refundReason: 'no terminal' }]
}
