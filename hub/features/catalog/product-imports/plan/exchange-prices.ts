import { eq, sql } from 'drizzle-orm'
import { organizationCurrencies } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { ratesOfDay } from '#hub/documents/currency-rates.ts'
import type { ImportOptions } from '#shared/contracts/catalog/product-imports.ts'
import { type Column, isPricedBy } from '#shared/imports/header-map.ts'
import type { ImportRow } from '#shared/imports/read-row.ts'
import { type RemarkText, remarkText } from '#shared/imports/remarks.ts'
import { currencyCell } from '#shared/imports/word-cells.ts'
import type { Amount, Cost } from '#shared/money/decimal.ts'
import { type ExchangeRate, exchangedInto, OWN_RATE } from '#shared/money/exchange.ts'
import type { ReadProducts } from '../read/read-products.ts'
import type { PriceType, References } from './references.ts'
import type { RowFaults } from './row-faults.ts'

/** Maximum values of a row, in major units, as in the API. */
const LARGEST = { amount: 1e12, cost: 1e14 }

/** A price column with its target currency, and the columns that state the currency of its values. */
interface Priced {
  index: number
  /** Columns whose cells can state the currency, including this one. */
  namedBy: number[]
  field: 'price' | 'cost' | 'minPrice'
  isoCode: string
}

interface Parts {
  read: ReadProducts
  references: References
  priceColumns: ReadonlyMap<number, PriceType>
  faults: RowFaults
}

/** Converts prices of a file from other currencies to those of the catalog (docs/domain.md#import-currencies). */
export class PriceExchange {
  readonly #columns: Priced[]
  readonly #own: string
  readonly #rates: ReadonlyMap<string, ExchangeRate>
  readonly #words: ReadonlyMap<string, string>
  readonly #faults: RowFaults

  private constructor(columns: Priced[], own: string, known: Known, faults: RowFaults) {
    this.#columns = columns
    this.#own = own
    this.#rates = known.rates
    this.#words = known.words
    this.#faults = faults
  }

  /** Prepares the conversion. `given` has rates by ISO code that take precedence over those of the day. */
  static async prepare(
    tx: Tx,
    { read, references, priceColumns, faults }: Parts,
    given: ImportOptions['rates'],
  ): Promise<PriceExchange> {
    const own = references.isoCode
    const columns = read.columns.flatMap((column, index): Priced[] => {
      const target = targetOf(column, priceColumns.get(index), own)
      if (!target) return []
      const namedBy = read.columns.flatMap((other, at) =>
        other.kind === 'currency' && isPricedBy(read.headers[index] ?? '', other) ? [at] : [],
      )
      return [{ ...target, index, namedBy: [index, ...namedBy] }]
    })
    return new PriceExchange(columns, own, await loadKnown(tx, references, given), faults)
  }

  /** Returns the row with its prices in the currencies of the catalog. Undefined when the row has an error. */
  of(row: ImportRow): ImportRow | undefined {
    if (!row.currencies) return row
    const exchanged: ImportRow = { ...row, prices: new Map(row.prices) }
    for (const column of this.#columns) {
      const value = column.field === 'price' ? row.prices.get(column.index) : row[column.field]
      const place = column.namedBy.find((at) => row.currencies?.has(at))
      if (!value || place === undefined) continue
      const word = row.currencies.get(place) ?? ''
      const steps = this.#exchange(value, word, column)
      if (typeof steps !== 'number') {
        this.#faults.addToColumn(row, place, word, steps)
        return undefined
      }
      if (column.field === 'price') exchanged.prices.set(column.index, steps)
      else exchanged[column.field] = steps
    }
    return exchanged
  }

  /** Returns the value in minor units, or the error. */
  #exchange(value: number, word: string, { isoCode, field }: Priced): number | RemarkText {
    const from = currencyCell(word, this.#own) ?? this.#words.get(word.trim().toLowerCase())
    if (!from) return remarkText('unknown_currency')
    if (from === isoCode) return value
    const [given, into] = [this.#rates.get(from), this.#rates.get(isoCode)]
    const missing = given ? isoCode : from
    if (!given || !into) return remarkText('no_rate', { currency: missing })
    try {
      const steps = exchangedInto(value as Amount | Cost, given, into)
      if (steps <= LARGEST[field === 'cost' ? 'cost' : 'amount']) return steps
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
    return remarkText('too_large_in', { currency: isoCode })
  }
}

function targetOf(column: Column, type: PriceType | undefined, own: string) {
  if (column.kind === 'price' && type) return { field: 'price', isoCode: type.isoCode } as const
  if (column.kind !== 'field' || (column.field !== 'cost' && column.field !== 'minPrice')) return undefined
  return { field: column.field, isoCode: own } as const
}

interface Known {
  /** Rates by ISO code. */
  rates: Map<string, ExchangeRate>
  /** ISO codes by other names of the currency, in lower case. */
  words: Map<string, string>
}

async function loadKnown(tx: Tx, references: References, given: ImportOptions['rates']): Promise<Known> {
  const currencies = await tx
    .select()
    .from(organizationCurrencies)
    .where(eq(organizationCurrencies.organizationId, tx.organizationId))
  const ids = sql.param(currencies.map(({ id }) => id))
  const ofDay = await ratesOfDay(tx, sql`= ANY(${ids}::uuid[])`, sql`${references.today}::date`)
  const rates = new Map<string, ExchangeRate>()
  const words = new Map<string, string>()
  for (const { id, isoCode, name, fullName, code, symbol } of currencies) {
    const rate = given[isoCode] ?? ofDay.get(id)
    if (rate) rates.set(isoCode, rate)
    for (const word of [fullName, name, symbol, code, isoCode])
      if (word) words.set(word.toLowerCase(), isoCode)
  }
  return { rates: rates.set(references.isoCode, OWN_RATE), words }
}
