import type { PaymentSubject, ProductKind, TrackingType } from '#shared/domain/product.ts'
import { CellError } from './number-cell.ts'
import { remarkText } from './remarks.ts'

/** Kind of a row. 'group': no product but a heading for the rows below it. */
export type RowKind = (typeof ProductKind.options)[number] | 'group'

const KINDS: Record<string, RowKind> = {
  good: 'Good',
  товар: 'Good',
  модификация: 'Good',
  серия: 'Good',
  service: 'Service',
  услуга: 'Service',
  работа: 'Service',
  bundle: 'Bundle',
  комплект: 'Bundle',
  группа: 'group',
  group: 'group',
}

/** Returns the kind; null for an empty cell. Throws `CellError`. */
export function kindCell(cell: string): RowKind | null {
  if (cell === '') return null
  const kind = KINDS[cell.toLowerCase()]
  if (!kind) throw new CellError(remarkText('unknown_kind'))
  return kind
}

const SUBJECTS: Record<string, PaymentSubject> = {
  good: 'Good',
  товар: 'Good',
  excisable: 'Excisable',
  'подакцизный товар': 'Excisable',
  service: 'Service',
  услуга: 'Service',
  работа: 'Service',
  other: 'Other',
  другое: 'Other',
  'иной предмет расчета': 'Other',
}

/** Returns the subject; undefined: the word is unknown. */
export function paymentSubjectCell(cell: string): PaymentSubject | undefined {
  return cell === '' ? 'Good' : SUBJECTS[wordOf(cell)]
}

const wordOf = (cell: string): string => cell.toLowerCase().replaceAll('ё', 'е')

const TRACKED: [beginning: RegExp, type: TrackingType][] = [
  [/^(|нет|0|-|nottracked|не маркируется|без маркировки)$/, 'NotTracked'],
  [/^(tobacco|табак|табач)/, 'Tobacco'],
  [/^(shoes|обувь)/, 'Shoes'],
  [/^(clothes|одежда|легпром|товары легкой)/, 'Clothes'],
  [/^(perfumery|духи|парфюм)/, 'Perfumery'],
  [/^(tires|шины)/, 'Tires'],
  [/^(milk|молоч|молоко)/, 'Milk'],
  [/^(water|вода|упакованная вода)/, 'Water'],
  [/^(beer|пиво|пив)/, 'Beer'],
  [/^(medical|медицин|лекарств)/, 'Medical'],
  [/^(supplements|бад|биолог)/, 'Supplements'],
  [/^(other|друг|ин(ая|ое)$)/, 'Other'],
]

/** Returns the tracking type; undefined: the word is unknown. */
export function trackingCell(cell: string): TrackingType | undefined {
  const word = wordOf(cell)
  return TRACKED.find(([beginning]) => beginning.test(word))?.[1]
}

const CURRENCIES: [word: RegExp, isoCode: string][] = [
  [/^(бел\.?\s*руб|byn|br)/, 'BYN'],
  [/^(руб|rub|₽|р\.?$|российский рубль)/, 'RUB'],
  [/^(тенге|тг|kzt|₸)/, 'KZT'],
  [/^(сум|uzs)/, 'UZS'],
  [/^(сом|kgs)/, 'KGS'],
  [/^(долл|usd|\$)/, 'USD'],
  [/^(евро|eur|€)/, 'EUR'],
  [/^(фунт|gbp|£)/, 'GBP'],
]

/**
 * Returns the ISO code of a currency from its name in files; null: not known. `own`: the currency of the
 * organization.
 */
export function currencyCell(cell: string, own?: string): string | null {
  const word = cell.trim().toLowerCase()
  // In an organization with Belarusian roubles a plain "rouble" means them.
  if (own === 'BYN' && /^(руб|р\.?$)/.test(word)) return own
  return CURRENCIES.find(([beginning]) => beginning.test(word))?.[1] ?? null
}
