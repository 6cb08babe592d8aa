import type { DocumentType } from '#hub/db/tables/document-type.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { bookMovement } from './book-movement.ts'
import type { Balance, BookedMovement, Movement } from './movement.ts'

/** A movement at its position in time. */
export interface HistoryRow {
  documentId: string
  movement: Movement
  /** Time in ms. */
  moment: number
  /** Posting order among movements with the same time. Infinity for a movement being posted, which is last. */
  seq: number
  /** Result, or null before it is calculated. */
  booked: BookedMovement | null
}

/** A movement posted while the ledger is open. */
export interface NewRow extends HistoryRow {
  type: DocumentType
}

/** Balance with the time of its last movement in ms, -Infinity before the first. */
export interface PlaceState extends Balance {
  lastMovementAt: number
}

const NOTHING: PlaceState = {
  quantity: 0 as Quantity,
  averageCost: 0 as Cost,
  lastMovementAt: Number.NEGATIVE_INFINITY,
}

/**
 * The later part of a product's movements in all stores together, ordered by moment and seq. After an
 * insertion or a removal all later movements are recalculated across stores, because the target of a transfer
 * depends on its source, and a return on its sale (docs/domain.md#order-of-the-ledger). The result depends
 * only on which movements exist, not on the order of posting.
 */
export class ProductHistory<Row extends HistoryRow = HistoryRow> {
  readonly #before: ReadonlyMap<string, PlaceState>
  readonly #earlierCosts: ReadonlyMap<string, Cost>
  readonly #rows: Row[]

  /**
   * Creates a history from the stored movements in order, the balances of each store before the first of
   * them, and the costs of goods that left earlier, keyed by `document line`.
   */
  constructor(
    rows: readonly Row[],
    before: ReadonlyMap<string, PlaceState>,
    earlierCosts: ReadonlyMap<string, Cost>,
  ) {
    this.#rows = [...rows]
    this.#before = before
    this.#earlierCosts = earlierCosts
  }

  get rows(): readonly Row[] {
    return this.#rows
  }

  /** Inserts the movement after those with the same time. Returns its result. */
  insert(row: Row): BookedMovement {
    const next = this.#rows.findIndex(({ moment }) => moment > row.moment)
    const at = next === -1 ? this.#rows.length : next
    this.#rows.splice(at, 0, row)
    this.#workOut(at)
    return must(row.booked)
  }

  /** Removes all movements of a document. */
  remove(documentId: string): void {
    const at = this.#rows.findIndex((row) => row.documentId === documentId)
    if (at === -1) return
    const kept = this.#rows.filter((row) => row.documentId !== documentId)
    this.#rows.splice(0, this.#rows.length, ...kept)
    this.#workOut(at)
  }

  /** Recalculates all movements. */
  workOut(): void {
    this.#workOut(0)
  }

  /** Returns the final stock of a store. */
  end(storeId: string): PlaceState {
    return this.#stateBefore(this.#rows.length, storeId)
  }

  /** Returns the stock of a removed movement's store at the movement's position in time. */
  stateAt({ moment, seq, movement }: Row): PlaceState {
    const next = this.#rows.findIndex(
      (row) => row.moment > moment || (row.moment === moment && row.seq > seq),
    )
    return this.#stateBefore(next === -1 ? this.#rows.length : next, movement.storeId)
  }

  #workOut(from: number): void {
    const balances = new Map<string, Balance>()
    const costs = this.#costsBefore(from)
    for (let i = from; i < this.#rows.length; i += 1) {
      const row = must(this.#rows[i])
      const { movement, documentId } = row
      const before = balances.get(movement.storeId) ?? this.#stateBefore(i, movement.storeId)
      const booked = bookMovement(movement, before, (document, line) => costs(`${document} ${line}`))
      row.booked = booked
      balances.set(movement.storeId, booked.after)
      if (booked.quantity < 0) costs.note(`${documentId} ${movement.lineNo}`, booked.unitCost)
    }
  }

  #stateBefore(index: number, storeId: string): PlaceState {
    for (let i = index - 1; i >= 0; i -= 1) {
      const { movement, booked, moment } = must(this.#rows[i])
      if (movement.storeId === storeId) return { ...must(booked).after, lastMovementAt: moment }
    }
    return this.#before.get(storeId) ?? NOTHING
  }

  /**
   * Returns the costs of goods that left before a position. Costs of later movements are added as they are
   * calculated.
   */
  #costsBefore(index: number) {
    const known = new Map<string, Cost>()
    for (const { documentId, movement, booked } of this.#rows.slice(0, index))
      if (booked && booked.quantity < 0) known.set(`${documentId} ${movement.lineNo}`, booked.unitCost)
    const find = (line: string): Cost | undefined => known.get(line) ?? this.#earlierCosts.get(line)
    return Object.assign(find, { note: (line: string, cost: Cost) => known.set(line, cost) })
  }
}
