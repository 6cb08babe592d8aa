import type { Cart } from '#shared/contracts/till/till.ts'
import type { Shop } from '../world/shop.ts'
import type { Till, TillAnswer } from '../world/till.ts'
import type { World } from '../world/world.ts'
import type { Deed } from './deeds.ts'
import { lacksShift } from './lacks-shift.ts'
import { whyNoVoucher } from './voucher-refusals.ts'

const DAY_MS = 86_400_000

/** What was asked of a till, as far as a refusal may depend on it. */
export interface Asked {
  body?: object | undefined
  cart?: Cart | null
}

/** Of a deed at a till that came to nothing: it may, or it is a finding. */
export function settleAtTill(
  world: World,
  till: Till,
  deed: Deed,
  answer: TillAnswer | null,
  asked: Asked = {},
): void {
  const reason = answer === null ? 'the agent died' : reasonFor(world, till, deed, answer, asked)
  if (reason) deed.prevented(reason)
  else deed.refused(`${till.name} ${answer?.status} ${JSON.stringify(answer?.body)}`)
}

/** What in the state of the world lets a till refuse like that; undefined: nothing does. */
function reasonFor(
  world: World,
  till: Till,
  deed: Deed,
  { body: problem }: TillAnswer,
  { body, cart }: Asked,
): string | undefined {
  const { machine } = till
  const { shop, ledger, touched } = world
  const asked = (body ?? {}) as Record<string, unknown>
  const isDiskDoubtful = ledger.copied.has(machine) || ledger.harmed.has(machine)
  const isTouched = (id: string | undefined): boolean => id !== undefined && touched.has(id)
  // What the disk has changed of a catalog stays until it is next compared with the hub (docs/faults.md F18).
  const whyUnknown = (isChanged: boolean): string | undefined =>
    isChanged ? 'head office has changed it' : machine.isDamaged ? 'the catalog is damaged' : undefined
  switch (problem?.code) {
    case 'not_ready':
      return till.hasMetDiskTrouble ? 'the disk refuses' : undefined
    case 'replica_not_ready':
      return machine.isReplicaHarmed ? 'the catalog is damaged' : undefined
    case 'unauthenticated':
    case 'cart_changed':
      return isDiskDoubtful ? 'the journal is another' : undefined
    case 'no_shift':
      return lacksShift(world, till) ? 'no shift is open' : undefined
    case 'not_found':
      return whyUnknown(isTouched(String(asked.productId)))
    case 'price_missing':
      // What was created later has a price of the default type alone.
      return isTouched(problem.productId) ? 'it has no price of the type' : undefined
    case 'card_blocked':
      return isTouched(cardAsked(shop, asked)) ? 'head office has blocked it' : undefined
    case 'points_not_enough':
      // What head office has told is forgotten when the agent dies, and after two minutes.
      return deed.kind === 'pay: asked again' ? 'the balance is no longer told' : undefined
    case 'barcode_not_found':
      return whyUnknown(isTouched(articleOf(shop.productIds, asked.code) ?? cardAsked(shop, asked)))
    case 'coupon_unknown':
      return whyUnknown(isTouched(shop.promotions[0]?.id))
    case 'voucher_exists':
    case 'voucher_unknown':
    case 'voucher_not_held':
    case 'voucher_blocked':
    case 'voucher_expired':
    case 'voucher_empty':
    case 'voucher_not_enough':
    case 'voucher_offline_limit':
    case 'voucher_spent':
    case 'voucher_not_checked':
    case 'too_many_attempts':
      // What head office has told is forgotten when the agent dies, and after two minutes.
      if (deed.kind === 'pay: asked again') return 'the voucher is no longer told'
      return whyNoVoucher(world, problem.code, asked.number ?? '')
    case 'duplicate':
      return problem.items.some(({ id }: { id: string }) => isTouched(id))
        ? 'several have the code'
        : undefined
    case 'insufficient_stock':
      return asked.beyondStock === true ? undefined : 'not in stock'
    case 'invalid_request':
      if ('cardId' in asked) return whyUnknown(isTouched(cardAsked(shop, asked)))
      if (isOfReturn(world, till, asked.receiptNumber)) return 'a return here has the number too'
      return cart?.originalReceiptNumber && ('productId' in asked || 'code' in asked)
        ? 'a return has its own lines'
        : undefined
    case 'basis_exceeded':
      return isReturned(world, asked.receiptNumber ?? cart?.originalReceiptNumber)
        ? 'returned before'
        : undefined
    case 'return_too_late':
      return isOlder(world, till, asked.receiptNumber, problem.returnPeriodDays)
        ? 'sold too long ago'
        : undefined
    case 'receipt_not_found':
      return isOfAnother(world, till, asked.receiptNumber)
        ? 'of another till that it is not told of'
        : undefined
    case 'discount_too_large':
      return cart && isMoreThanItCosts(cart, asked.discount) ? 'more than it costs' : undefined
    case 'not_allowed_here':
      if (isOfAnotherWithVouchers(world, till, asked.receiptNumber))
        return 'sold at another till, and no goods'
      if (!cart || !('discount' in asked)) return undefined
      if (cart.originalReceiptNumber) return 'a return has its own prices'
      return cart.sum === 0 ? 'it is free' : undefined
    default:
      return undefined
  }
}

/** The card that is named by its id or by its number. */
const cardAsked = ({ cards }: Shop, { cardId, code }: Record<string, unknown>): string | undefined =>
  cards.find(({ id, cardNumber }) => id === cardId || cardNumber === code)?.id

/** The article whose code was `SIM-n` to begin with. */
const articleOf = (productIds: readonly string[], code: unknown): string | undefined =>
  productIds[Number(String(code).replace('SIM-', '')) - 1]

/** Than all of the cart, or than one of its lines. */
function isMoreThanItCosts({ sum, lines }: Cart, discount: unknown): boolean {
  const amount = (discount as { amount?: number } | null)?.amount ?? 0
  return amount > 0 && [{ sum }, ...lines].some((each) => amount > each.sum)
}

/** By the clocks of the two machines: each may have jumped since, and have been set right by what the hub said. */
const isOlder = ({ ledger }: World, { machine }: Till, receiptNumber: unknown, days: number): boolean =>
  [...ledger.shown.values()].some((shown) => {
    const jumpsMs = shown.machine === machine ? 0 : Math.max(machine.widestJumpMs, shown.machine.widestJumpMs)
    const lateMs = Math.max(machine.shownTime - Date.parse(shown.receipt.soldAt), jumpsMs)
    return shown.receipt.receiptNumber === receiptNumber && lateMs > days * DAY_MS
  })

/** By the machine that gave it out. */
const isOfAnother = ({ ledger }: World, { machine }: Till, receiptNumber: unknown): boolean =>
  [...ledger.shown.values()].some(
    (shown) => shown.receipt.receiptNumber === receiptNumber && shown.machine !== machine,
  )

/** Two machines with one disk give a number out twice. */
const isOfReturn = ({ ledger }: World, { machine }: Till, receiptNumber: unknown): boolean =>
  ledger.copied.has(machine) &&
  [...ledger.shown.values()].some(
    ({ receipt }) => receipt.receiptNumber === receiptNumber && receipt.isReturn,
  )

const isOfAnotherWithVouchers = (world: World, till: Till, receiptNumber: unknown): boolean =>
  isOfAnother(world, till, receiptNumber) &&
  [...world.ledger.shown.values()].some(
    ({ receipt }) => receipt.receiptNumber === receiptNumber && receipt.lines.length === 0,
  )

/** Or may have been: a till does not know whether it was paid back. */
const isReturned = ({ ledger, tills }: World, receiptNumber: unknown): boolean =>
  tills.some(({ unanswered }) => unanswered !== null) ||
  [...ledger.shown.values()].some(({ receipt }) => receipt.originalReceiptNumber === receiptNumber)
