import type { DrillDown as DrillDownQueries } from '#shared/contracts/reports/sold.ts'
import { dateFormat } from '#shared/std/date-format.ts'
import { addDays } from '#shared/std/period.ts'
import { COUNTERPARTY, EMPLOYEE, PRODUCT_GROUP, RETAIL_POINT, STORE } from '../catalog/references.ts'
import type { Filter } from '../kinds/list/list-definition.ts'
import type { DrillDown, RowWords } from '../kinds/report/report-definition.ts'

/** Common fields of the rows in sales reports. */

interface SoldRow {
  key: string | null
  comparedKey: string | null
  name: string | null
  code: string | null
  behind: DrillDownQueries
}

export const keyOfSold = ({ key, comparedKey }: SoldRow): string => key ?? `beside ${comparedKey}`

/** Returns the name of a row. Hours, days and payment methods have no stored names, so they are formatted here. */
export function nameOfSold(row: SoldRow, { t, format, language, query }: RowWords): string {
  const { groupBy = '' } = query
  const { key, name } = row
  if (groupBy === 'day') return key === null ? '—' : dayOf(language, key)
  if (key === null) return t(`report.without_${groupBy}`)
  switch (groupBy) {
    case 'hour':
      return `${key.padStart(2, '0')}:00`
    case 'weekday':
      return t(`report.weekday_${key}`)
    case 'week':
      return `${format.day(key)} – ${format.day(addDays(key, 6))}`
    case 'month':
      return wordsOf(language, { month: 'long', year: 'numeric' }, `${key}-01`)
    case 'paymentType':
      return t(`tenders.${key}`, { defaultValue: key })
    default:
      return name ?? key
  }
}

/** Returns the code of a product, if it has one. For a day, returns the corresponding day of the second period. */
export const detailOfSold = (
  { code, comparedKey }: SoldRow,
  { t, language, query }: RowWords,
): string | null =>
  query.groupBy === 'day' && comparedKey ? t('report.beside', { day: dayOf(language, comparedKey) }) : code

const dayOf = (language: string, day: string): string =>
  wordsOf(language, { weekday: 'short', day: 'numeric', month: 'short' }, day)

const wordsOf = (language: string, options: Intl.DateTimeFormatOptions, day: string): string =>
  dateFormat(language, { ...options, timeZone: 'UTC' })(new Date(day))

/** Returns links to the lists behind a row, with the queries given by the hub. */
export const drillDowns = ({ behind: { retail, demands } }: { behind: DrillDownQueries }): DrillDown[] => [
  ...(retail ? [{ key: 'retail', to: '/sales', search: retail }] : []),
  ...(demands ? [{ key: 'demands', to: '/demands', search: demands }] : []),
]

export const SOLD_FILTERS: readonly Filter[] = [
  { name: 'storeIds', label: 'report.storeIds', kind: 'references', to: STORE },
  { name: 'retailPointIds', label: 'report.retailPointIds', kind: 'references', to: RETAIL_POINT },
  { name: 'productGroupIds', label: 'report.productGroupIds', kind: 'references', to: PRODUCT_GROUP },
  { name: 'supplierId', label: 'report.supplierId', kind: 'reference', to: COUNTERPARTY },
  { name: 'counterpartyId', label: 'report.counterpartyId', kind: 'reference', to: COUNTERPARTY },
  { name: 'employeeId', label: 'report.employeeId', kind: 'reference', to: EMPLOYEE },
  {
    name: 'documentType',
    label: 'report.documentType',
    kind: 'choice',
    options: ['Retail', 'Demand'],
    texts: 'reportDocument',
  },
]
