import { type Amount, sumAmounts } from '#shared/money/decimal.ts'

/** Tenders for payments and refunds, in display order (docs/domain.md#tenders). */
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
 * Tender of an exchange: the refund of the return pays for the sale (docs/domain.md#exchanges). Users cannot
 * choose it.
 */
export const SET_OFF = 'SetOff'

/** Tenders that a retail point can accept. Points need a loyalty card, and a set-off exists only in an exchange. */
export const TILL_TENDER_TYPES = TENDER_TYPES.filter(
  (type): type is TillTenderType => type !== 'Bonus' && type !== SET_OFF,
)
export type TillTenderType = Exclude<TenderType, 'Bonus' | typeof SET_OFF>

export interface Tender {
  type: TenderType
  amount: Amount
}

/** Returns the original tender of a set-off, or the tender itself. */
export const originOf = ({
  type,
  originType,
}: {
  type: string
  originType?: string | null | undefined
}): string => (type === SET_OFF && originType ? originType : type)

/** True for cash, the only tender that gives change, is rounded and is counted in the drawer. */
export const isCash = ({ type }: { type: string }): boolean => type === 'Cash'

/**
 * True for gift vouchers and points, which were paid or given earlier. They can pay for products, but not for
 * gift vouchers.
 */
export const isPrepaid = ({ type }: { type: string }): boolean => type === 'GiftCard' || type === 'Bonus'

/** True for tenders that need a number. Without a number, a voucher could be used twice. */
export const needsReference = (type: string): boolean => type === 'GiftCard'

/** Returns the change given on each tender. Only cash gives change, and the last cash tender gives it first. */
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
 * Returns the payments by tender in display order, with change deducted from cash. Tenders with a total of 0
 * are left out.
 */
export function sumTenders(tenders: readonly Tender[], changeSum: Amount): Tender[] {
  return TENDER_TYPES.map((type): Tender => {
    const paid = sumAmounts(tenders.filter((tender) => tender.type === type).map(({ amount }) => amount))
    return { type, amount: isCash({ type }) ? ((paid - changeSum) as Amount) : paid }
  }).filter(({ amount }) => amount !== 0)
}
