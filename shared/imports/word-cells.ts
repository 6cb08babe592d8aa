import type { PaymentSubject, ProductKind, TrackingType } from '#shared/domain/product.ts'
import { CellError } from './number-cell.ts'
import { remarkText } from './remarks.ts'

/** Kind of a row. `group` is a heading for the rows below it, not a product. */
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

/** Returns the kind of a row, or null for an empty cell. Throws `CellError` for an unknown word. */
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

/** Returns the payment subject, or undefined for an unknown word. An empty cell means `Good`. */
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

/**
 * Returns the tracking type, or undefined for an unknown word. An empty cell or a word for "no" means
 * `NotTracked`.
 */
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
 * Returns the ISO 4217 code of a currency by its name in a file, or null when it is unknown. `own` is the
 * currency of the organization.
 */
export function currencyCell(cell: string, own?: string): string | null {
  const word = cell.trim().toLowerCase()
  // In an organization with Belarusian rubles, a plain "ruble" means the Belarusian one.
  if (own === 'BYN' && /^(руб|р\.?$)/.test(word)) return own
  return CURRENCIES.find(([beginning]) => beginning.test(word))?.[1] ?? null
}
