import { type Amount, sumAmounts } from '#shared/money/decimal.ts'

/** The ways to pay and to be paid back, in the order in which they are listed (docs/domain.md#tenders). */
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

/** Of an exchange: what the return would pay back pays for the sale (docs/domain.md#exchanges). Nobody offers it by hand. */
export const SET_OFF = 'SetOff'

/** Those that a retail point can take: bonuses are spent with a loyalty card, and only an exchange is set off. */
export const TILL_TENDER_TYPES = TENDER_TYPES.filter(
  (type): type is TillTenderType => type !== 'Bonus' && type !== SET_OFF,
)
export type TillTenderType = Exclude<TenderType, 'Bonus' | typeof SET_OFF>

export interface Tender {
  type: TenderType
  amount: Amount
}

/** In which way the money came: what is set off was paid in some way before. */
export const originOf = ({
  type,
  originType,
}: {
  type: string
  originType?: string | null | undefined
}): string => (type === SET_OFF && originType ? originType : type)

/** Change is given of cash, only cash is rounded, and only cash is counted in the drawer. */
export const isCash = ({ type }: { type: string }): boolean => type === 'Cash'

/** What was paid, or given, before and is spent now: it pays for goods, not for gift vouchers. */
export const isPrepaid = ({ type }: { type: string }): boolean => type === 'GiftCard' || type === 'Bonus'

/** What has to be told of a tender besides its amount: without its number a voucher could be used twice. */
export const needsReference = (type: string): boolean => type === 'GiftCard'

/** What of each tender was given back as change: of cash only, the last first. */
export function changeByTender(tenders: readonly Tender[], changeSum: Amount): Amount[] {
  let rest: number = changeSum
  const given = tenders.toReversed().map((tender) => {
    const change = isCash(tender) ? Math.min(rest, tender.amount) : 0
    rest -= change
    return change as Amount
  })
  return given.reverse()
}

/** What was paid each way, change taken off the cash; only the ways that come to something, in the order of the list. */
export function sumTenders(tenders: readonly Tender[], changeSum: Amount): Tender[] {
  return TENDER_TYPES.map((type): Tender => {
    const paid = sumAmounts(tenders.filter((tender) => tender.type === type).map(({ amount }) => amount))
    return { type, amount: isCash({ type }) ? ((paid - changeSum) as Amount) : paid }
  }).filter(({ amount }) => amount !== 0)
}
