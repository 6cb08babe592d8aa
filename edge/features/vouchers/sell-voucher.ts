import type { SellVoucher } from '#shared/contracts/till/vouchers.ts'
import { newVoucherNumber, voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import type { Cart, CartVoucher } from '../../journal/carts.ts'
import type { JournalReader, JournalWriter } from '../../journal/journal.ts'
import { isEmpty, isExchange } from '../cart/exchange.ts'
import { checkMayDelete } from '../cart/line-rules.ts'
import { getOpenCart, saveChanged, termsFrom } from '../cart/open-cart.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { requireLimit } from '../session/require-limit.ts'
import { ofReturn, recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import type { OnlineVouchers } from './online-vouchers.ts'
import { OBSTACLES } from './vouchers.ts'

interface SellingParts extends RecordingParts {
  readonly onlineVouchers: Pick<OnlineVouchers, 'find'>
}

/** Maximum number of vouchers on one receipt (shared/sync/sale.ts). */
const MOST_VOUCHERS = 100

/**
 * Adds a gift voucher to the cart, to be sold or reloaded (docs/domain.md#vouchers-sold-at-tills). Without a
 * number, a new one is generated. Throws `not_allowed_here`, `voucher_exists`, `voucher_unknown`,
 * `voucher_blocked`, `voucher_expired`, and `forbidden` with the limit `allowLargeVouchers`.
 */
export function sellVoucher(agent: SellingParts, actor: Actor, input: SellVoucher): Cart {
  const { amount, isReload } = input
  if (isReload && input.number === undefined)
    throw invalidField(['number'], 'is required: the number of the voucher to reload')
  return agent.journal.transact((tx) => {
    const open = getOpenCart(agent, tx, actor.tillId)
    if (isRepeated(agent, tx, actor)) return open
    const settings = agent.replica.find((reader) => reader.settings.find())
    const terms = settings && isEmpty(open) ? termsFrom(settings) : open.terms
    refuseHere({ ...open, terms })
    const { rounding, maxVoucherSale } = terms
    if (rounding.mode !== 'None' && amount % rounding.step !== 0)
      throw invalidField(
        ['amount'],
        `must be a multiple of ${amountToNumber(rounding.step)}, the smallest coin`,
      )
    if (amount > maxVoucherSale) requireLimit(agent, tx, actor, 'allowLargeVouchers')
    const number = input.number ?? newVoucherNumber()
    refuseNumber(agent, tx, open, { number, isReload })
    const voucher: CartVoucher = { id: newId(), number, amount, isReload }
    return saveChanged(agent, tx, actor.tillId, { ...open, terms, vouchers: [...open.vouchers, voucher] })
  })
}

function refuseHere(cart: Cart): void {
  const refused = (detail: string) => new Problem('not_allowed_here', { detail })
  if (cart.terms.maxVoucherSale === 0) throw refused('Gift vouchers are not sold at this retail point')
  if (cart.isReturn) throw refused('Nothing can be sold in a return')
  if (isExchange(cart)) throw refused('Goods cannot be exchanged for a gift voucher')
  if (cart.vouchers.length >= MOST_VOUCHERS)
    throw refused(`One receipt can sell at most ${MOST_VOUCHERS} gift vouchers`)
}

/**
 * Throws when the number cannot be sold or reloaded, according to the last answer of head office and the
 * sales of this agent.
 */
function refuseNumber(
  { onlineVouchers }: SellingParts,
  { unsentLoads }: Pick<JournalReader, 'unsentLoads'>,
  { vouchers }: Cart,
  { number, isReload }: Pick<CartVoucher, 'number' | 'isReload'>,
): void {
  const key = voucherKeyOf(number)
  const isSoldHere = (unsentLoads.sums().get(key) ?? 0) > 0
  if (vouchers.some((voucher) => voucherKeyOf(voucher.number) === key) || (isSoldHere && !isReload))
    throw new Problem('voucher_exists')
  const online = onlineVouchers.find(number)
  if (!online) return
  if (!isReload && online.state !== 'Unknown') throw new Problem('voucher_exists')
  if (isReload && online.state !== 'Active') throw new Problem(OBSTACLES[online.state])
}

/**
 * Removes a voucher from the cart, which counts as a void like removing a line. Throws `not_found`,
 * `not_allowed_here` and `forbidden`.
 */
export function removeVoucher(agent: RecordingParts, actor: Actor, voucherId: string): Cart {
  return agent.journal.transact((tx: JournalWriter) => {
    const cart = getOpenCart(agent, tx, actor.tillId)
    const removed = cart.vouchers.find(({ id }) => id === voucherId.toLowerCase())
    if (!removed) throw new Problem('not_found', { detail: 'There is no such voucher in the cart' })
    checkMayDelete(agent, tx, actor, cart)
    const details = { name: 'Gift voucher', quantity: 1, price: amountToNumber(removed.amount) }
    recordEvent(agent, tx, actor, 'line_removed', { ...details, ...ofReturn(cart) })
    const vouchers = cart.vouchers.filter((voucher) => voucher !== removed)
    return saveChanged(agent, tx, actor.tillId, { ...cart, vouchers })
  })
}
