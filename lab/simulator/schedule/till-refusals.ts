import type { Cart } from '#shared/contracts/till/till.ts'
import type { Shop } from '../world/shop.ts'
import type { Till, TillAnswer } from '../world/till.ts'
import type { World } from '../world/world.ts'
import type { Action } from './actions.ts'
import { lacksShift } from './lacks-shift.ts'
import { whyNoVoucher } from './voucher-refusals.ts'

const DAY_MS = 86_400_000

/** Parts of a request to a till that can cause a refusal. */
export interface TillRequest {
  body?: object | undefined
  cart?: Cart | null
}

/** Settles a till action without effect. Records the legitimate reason, or reports a finding when there is none. */
export function settleAtTill(
  world: World,
  till: Till,
  action: Action,
  answer: TillAnswer | null,
  members: TillRequest = {},
): void {
  const reason = answer === null ? 'the agent died' : reasonFor(world, till, action, answer, members)
  if (reason) action.prevented(reason)
  else action.refused(`${till.name} ${answer?.status} ${JSON.stringify(answer?.body)}`)
}

/** Returns the state of the world that explains the refusal, or undefined when nothing does. */
function reasonFor(
  world: World,
  till: Till,
  action: Action,
  { body: problem }: TillAnswer,
  { body, cart }: TillRequest,
): string | undefined {
  const { machine } = till
  const { shop, ledger, touched } = world
  const members = (body ?? {}) as Record<string, unknown>
  const isDiskDoubtful = ledger.copied.has(machine) || ledger.harmed.has(machine)
  const isTouched = (id: string | undefined): boolean => id !== undefined && touched.has(id)
  // Damage to the catalog on disk persists until the next comparison with the hub (docs/faults.md F18).
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
      return whyUnknown(isTouched(String(members.productId)))
    case 'price_missing':
      // Products created later have a price only in the default price type.
      return isTouched(problem.productId) ? 'it has no price of the type' : undefined
    case 'card_blocked':
      return isTouched(requestedCard(shop, members)) ? 'head office has blocked it' : undefined
    case 'points_not_enough':
      // The agent forgets the balance from head office when it dies, and after two minutes.
      return action.kind === 'pay: asked again' ? 'the balance is no longer told' : undefined
    case 'barcode_not_found':
      return whyUnknown(isTouched(articleOf(shop.productIds, members.code) ?? requestedCard(shop, members)))
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
      // The agent forgets the balance from head office when it dies, and after two minutes.
      if (action.kind === 'pay: asked again') return 'the voucher is no longer told'
      return whyNoVoucher(world, problem.code, members.number ?? '')
    case 'duplicate':
      return problem.items.some(({ id }: { id: string }) => isTouched(id))
        ? 'several have the code'
        : undefined
    case 'insufficient_stock':
      return members.beyondStock === true ? undefined : 'not in stock'
    case 'invalid_request':
      if ('cardId' in members) return whyUnknown(isTouched(requestedCard(shop, members)))
      if (isOfReturn(world, till, members.receiptNumber)) return 'a return here has the number too'
      return cart?.originalReceiptNumber && ('productId' in members || 'code' in members)
        ? 'a return has its own lines'
        : undefined
    case 'basis_exceeded':
      return isReturned(world, members.receiptNumber ?? cart?.originalReceiptNumber)
        ? 'returned before'
        : undefined
    case 'return_too_late':
      return isOlder(world, till, members.receiptNumber, problem.returnPeriodDays)
        ? 'sold too long ago'
        : undefined
    case 'receipt_not_found':
      return isOfAnother(world, till, members.receiptNumber)
        ? 'of another till that it is not told of'
        : undefined
    case 'discount_too_large':
      return cart && isMoreThanItCosts(cart, members.discount) ? 'more than it costs' : undefined
    case 'not_allowed_here':
      if (isOfAnotherWithVouchers(world, till, members.receiptNumber))
        return 'sold at another till, and no goods'
      if (!cart || !('discount' in members)) return undefined
      if (cart.originalReceiptNumber) return 'a return has its own prices'
      return cart.sum === 0 ? 'it is free' : undefined
    default:
      return undefined
  }
}

/** Returns the id of the requested card, which is given by its id or its number. */
const requestedCard = ({ cards }: Shop, { cardId, code }: Record<string, unknown>): string | undefined =>
  cards.find(({ id, cardNumber }) => id === cardId || cardNumber === code)?.id

/** Returns the id of the product whose code was `SIM-n` initially. */
const articleOf = (productIds: readonly string[], code: unknown): string | undefined =>
  productIds[Number(String(code).replace('SIM-', '')) - 1]

/** True when the discount exceeds the total of the cart or of a line. */
function isMoreThanItCosts({ sum, lines }: Cart, discount: unknown): boolean {
  const amount = (discount as { amount?: number } | null)?.amount ?? 0
  return amount > 0 && [{ sum }, ...lines].some((each) => amount > each.sum)
}

/**
 * True when the receipt is too old by the clocks of the two machines. Each clock may have jumped since and
 * been corrected by the hub's time.
 */
const isOlder = ({ ledger }: World, { machine }: Till, receiptNumber: unknown, days: number): boolean =>
  [...ledger.shown.values()].some((shown) => {
    const jumpsMs = shown.machine === machine ? 0 : Math.max(machine.widestJumpMs, shown.machine.widestJumpMs)
    const lateMs = Math.max(machine.shownTime - Date.parse(shown.receipt.soldAt), jumpsMs)
    return shown.receipt.receiptNumber === receiptNumber && lateMs > days * DAY_MS
  })

/** True when another machine issued the receipt. */
const isOfAnother = ({ ledger }: World, { machine }: Till, receiptNumber: unknown): boolean =>
  [...ledger.shown.values()].some(
    (shown) => shown.receipt.receiptNumber === receiptNumber && shown.machine !== machine,
  )

/**
 * True when the number can be that of a return, because two machines with a copied disk can issue the same
 * number.
 */
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

/**
 * True when the receipt has been or may have been returned. A till without a response does not know whether
 * its refund was executed.
 */
const isReturned = ({ ledger, tills }: World, receiptNumber: unknown): boolean =>
  tills.some(({ unanswered }) => unanswered !== null) ||
  [...ledger.shown.values()].some(({ receipt }) => receipt.originalReceiptNumber === receiptNumber)
