import type { z } from 'zod'
import { ProductFilter } from '#shared/contracts/catalog/products.ts'

type Filter = z.input<typeof ProductFilter>

/** Converts the query of the list into the filter of a bulk change. Strings from the URL become typed values. */
export const bulkFilter = (query: Record<string, string>): Filter =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([name]) => name in ProductFilter.shape)
      .map(([name, value]) => [name, wireValue(name, value)]),
  )

function wireValue(name: string, value: string): unknown {
  if (name.startsWith('price')) return Number(value)
  if (YES_NO.includes(name)) return value === 'true'
  return value
}

const YES_NO = ['isArchived', 'isWeighed', 'hasBarcode', 'belowMinStock', 'belowCost']
