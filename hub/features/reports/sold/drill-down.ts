import type { Days } from '#hub/day-sums/sold.ts'
import type { DrillDown, SoldFilters } from '#shared/contracts/reports/sold.ts'
import type { GroupBy } from './groupings.ts'

type Query = Record<string, string | undefined>

/**
 * Returns the queries that list the receipts and shipments behind a row of a report. Both are null for a day
 * that exists only in the second period.
 */
export function drillDownOf(
  groupBy: GroupBy,
  key: string | null,
  filters: SoldFilters,
  days: Days,
): DrillDown {
  if (groupBy === 'day' && key === null) return { retail: null, demands: null }
  const { storeIds, retailPointIds, productGroupIds, supplierId, counterpartyId, employeeId, documentType } =
    filters
  const common: Query = {
    status: 'Posted',
    from: days.from,
    to: days.to,
    storeIds: storeIds?.join(','),
    productGroupIds: productGroupIds?.join(','),
    supplierId,
    ...rowOf(groupBy, key, days),
  }
  const retail: Query = {
    retailPointIds: retailPointIds?.join(','),
    customerId: counterpartyId,
    cashierId: employeeId,
    ...common,
    ...retailRowOf(groupBy, key),
  }
  const demands: Query = { counterpartyId, createdById: employeeId, ...common, ...demandRowOf(groupBy, key) }
  const isRetailOnly =
    retailPointIds !== undefined ||
    groupBy === 'paymentType' ||
    (groupBy === 'retailPoint' && key !== null) ||
    ((groupBy === 'customer' || groupBy === 'counterparty') && key === null)
  return {
    retail: documentType === 'Demand' ? null : given(retail),
    demands: documentType === 'Retail' || isRetailOnly ? null : given(demands),
  }
}

function rowOf(groupBy: GroupBy, key: string | null, days: Days): Query {
  switch (groupBy) {
    case 'product':
      return { productId: key ?? undefined }
    case 'productGroup':
      return { inGroup: key ?? 'none' }
    case 'store':
      return { storeIds: key ?? undefined }
    case 'hour':
      return { hour: key ?? undefined }
    case 'weekday':
      return { weekday: key ?? undefined }
    case 'day':
      return { from: key ?? undefined, to: key ?? undefined }
    case 'week':
      return within(days, key ?? days.from, addDays(key ?? days.to, 6))
    case 'month':
      return within(days, `${key}-01`, addDays(`${nextMonth(key ?? '')}-01`, -1))
    default:
      return {}
  }
}

function retailRowOf(groupBy: GroupBy, key: string | null): Query {
  switch (groupBy) {
    case 'retailPoint':
      return key === null ? { without: 'retailPoint' } : { retailPointIds: key }
    case 'cashier':
    case 'employee':
      return key === null ? { without: 'employee' } : { cashierId: key }
    case 'customer':
    case 'counterparty':
      return key === null ? { without: 'customer' } : { customerId: key }
    case 'paymentType':
      return { paymentType: key ?? undefined }
    default:
      return {}
  }
}

function demandRowOf(groupBy: GroupBy, key: string | null): Query {
  switch (groupBy) {
    case 'cashier':
    case 'employee':
      return key === null ? { without: 'employee' } : { createdById: key }
    case 'customer':
    case 'counterparty':
      return { counterpartyId: key ?? undefined }
    default:
      return {}
  }
}

/** Returns the part of the period that the row covers. */
const within = (days: Days, from: string, to: string): Query => ({
  from: from > days.from ? from : days.from,
  to: to < days.to ? to : days.to,
})

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

const given = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
