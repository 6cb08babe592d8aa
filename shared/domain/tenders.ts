import { type Amount, sumAmounts } from '#shared/money/decimal.ts'

/** Tenders for payments and refunds, in the order of lists (docs/domain.md#tenders). */
export const TENDER_TYPES = [
  'Cash',
  'Card',
  'Qr',
  'Transfer',
  'GiftCard',
  'Prepayment',
  'Credit',
  'Bonus',
  'Other',
  'SetOff',
] as const
export type TenderType = (typeof TENDER_TYPES)[number]

/**
 * Tender of an exchange: the refund of the return pays for the sale (docs/domain.md#exchanges). It cannot be
 * chosen by hand.
 */
export const SET_OFF = 'SetOff'

/**
 * Tenders that a retail point can accept: points are spent with a loyalty card, and only an exchange has a
 * set-off.
 */
export const TILL_TENDER_TYPES = TENDER_TYPES.filter(
  (type): type is TillTenderType => type !== 'Bonus' && type !== SET_OFF,
)
export type TillTenderType = Exclude<TenderType, 'Bonus' | typeof SET_OFF>

export interface Tender {
  type: TenderType
  amount: Amount
}

/** Returns the original tender: a set-off was paid in another tender before. */
export const originOf = ({
  type,
  originType,
}: {
  type: string
  originType?: string | null | undefined
}): string => (type === SET_OFF && originType ? originType : type)

/** True for cash: only cash gives change, is rounded, and is counted in the drawer. */
export const isCash = ({ type }: { type: string }): boolean => type === 'Cash'

/** True for tenders that were paid or given earlier and are spent now: they pay for goods, not for gift vouchers. */
export const isPrepaid = ({ type }: { type: string }): boolean => type === 'GiftCard' || type === 'Bonus'

/** True for tenders that need a number: without it a voucher could be used twice. */
export const needsReference = (type: string): boolean => type === 'GiftCard'

/** Returns the change of each tender: of cash only, the last tender first. */
export function changeByTender(tenders: readonly Tender[], changeSum: Amount): Amount[] {
  let rest: number = changeSum
  const given = tenders.toReversed().map((tender) => {
    const change = isCash(tender) ? Math.min(rest, tender.amount) : 0
    rest -= change
    return change as Amount
  })
  return given.reverse()
}

/**
 * Returns the payments by tender, change deducted from cash; only tenders with an amount, in the order of the
 * list.
 */
export function sumTenders(tenders: readonly Tender[], changeSum: Amount): Tender[] {
  return TENDER_TYPES.map((type): Tender => {
    const paid = sumAmounts(tenders.filter((tender) => tender.type === type).map(({ amount }) => amount))
    return { type, amount: isCash({ type }) ? ((paid - changeSum) as Amount) : paid }
  }).filter(({ amount }) => amount !== 0)
}
