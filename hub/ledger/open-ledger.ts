import { type Change, markDays } from '#hub/day-sums/mark-days.ts'
import { awaitAll } from '#hub/db/await-all.ts'
import type { DocumentType } from '#hub/db/tables/document-type.ts'
import { TryAgain, type Tx } from '#hub/db/transact.ts'
import type { Quantity } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import type { Balances } from './balances.ts'
import { bookMovement } from './book-movement.ts'
import { correctQuantities, type Deferred, findDeferred } from './deferred.ts'
import { awaitedKey, type BackDated, findBackDated } from './find-back-dated.ts'
import { addCountLines, type FullCount, findFullCounts, numberLines } from './full-counts.ts'
import { laterShortages, type Shortage, shortageOf } from './later-shortages.ts'
import { LineCosts, type SourceLine } from './line-costs.ts'
import { mirrorCosts } from './mirror-costs.ts'
import { type BookedMovement, type Movement, movementKey, placeKey, type StockPlace } from './movement.ts'
import { type HistoryRow, type NewRow, type PlaceState, ProductHistory } from './product-history.ts'
import { mark } from './recalculations.ts'
import { addBalances, holdProducts, lockBalances, peekBalances, saveBalances } from './stored-balances.ts'
import {
  deleteMovements,
  findAwaited,
  findMovements,
  hasChanged,
  insertMovements,
  loadHistories,
  type StoredRow,
  updateMovements,
} from './stored-movements.ts'
import { type Part, setTrueQuantities } from './true-quantities.ts'

/** Plan for opening a ledger. */
export interface LedgerPlan {
  /** Places and times of the documents to be posted, in posting order. */
  posting: readonly (StockPlace & { moment: Date; documentId: string })[]
  /** Lines of other documents whose goods come back at the same cost (rule Source). */
  sources?: readonly SourceLine[]
  /** Documents whose movements are to be removed. */
  removing?: readonly Omit<LedgerDocument, 'type'>[]
}

export interface LedgerDocument {
  type: DocumentType
  id: string
  /** Store of the document, even if it has no movements. */
  storeId: string
  moment: Date
}

/**
 * Opens the part of the ledger that the documents affect. Locks the balances of their places in a consistent
 * order, so that concurrent postings of the same products cannot deadlock. A product is locked in all stores
 * when a movement is removed, is inserted before the last one, or takes its cost from other goods. Movements
 * after an insertion are loaded, unless there are too many (recalculations.ts). Appending needs only the
 * balances.
 *
 * Throws `TryAgain` when another transaction posted a later movement between the check and the lock.
 */
export async function openLedger(tx: Tx, plan: LedgerPlan): Promise<OpenLedger> {
  const { sources = [], removing = [] } = plan
  const removed = await findMovements(
    tx,
    removing.map(({ id }) => id),
  )
  const withCounts = async () => {
    const counts = await findFullCounts(tx, plan.posting)
    return { counts, posting: [...plan.posting, ...counts.map(placeOfCount)] }
  }
  const early = await withCounts()
  const places = [...plan.posting, ...removed]
  const seen = await peekBalances(tx, places)
  const expected = findBackDated(early.posting, removed, seen, new Set())
  const first = places.filter((place) => !seen.has(placeKey(place)))
  const whole = new Set([...expected.keys(), ...sources.map(({ productId }) => productId)])
  // A statement sent after the lock runs once the lock is held.
  const locking = [
    holdProducts(
      tx,
      [...first, ...sources].map(({ productId }) => productId),
    ),
    addBalances(tx, first),
    lockBalances(tx, places, whole),
  ] as const
  if (whole.size > 0) await awaitAll(...locking)
  let [, , balances, waiting] = await awaitAll(...locking, findAwaited(tx, plan.posting))
  const awaited = [...waiting, ...sources]
  if (awaited.some(({ productId }) => !whole.has(productId))) {
    for (const { productId } of awaited) whole.add(productId)
    balances = await lockBalances(tx, places, whole)
  }
  // Another transaction may have added the lines before the balances were locked.
  const { counts: fullCounts, posting } = early.counts.length > 0 ? await withCounts() : early
  const backDated = findBackDated(posting, removed, balances, keysOf(awaited))
  for (const productId of backDated.keys()) if (!whole.has(productId)) throw new TryAgain()
  const costs = await LineCosts.load(tx, sources)
  const deferred = await findDeferred(tx, backDated, places)
  return new OpenLedger(tx, {
    balances,
    ...(await historiesOf(tx, backDated, deferred, costs)),
    deferred,
    costs,
    fullCounts,
    removing: removing.map(({ id }) => id),
    changes: [...removing, ...removed],
  })
}

const placeOfCount = ({ documentId, moment, movement: { storeId, productId } }: FullCount) => ({
  documentId,
  moment,
  storeId,
  productId,
})

const keysOf = (awaited: readonly Omit<SourceLine, 'lineNo'>[]): Set<string> =>
  new Set(awaited.map(({ documentId, productId }) => awaitedKey(documentId, productId)))

interface Parts {
  balances: Balances
  histories: Map<string, ProductHistory<StoredRow | NewRow>>
  /** Products whose remaining movements are recalculated later by a job. */
  deferred: Map<string, Deferred>
  /** Stock before the histories, by product and store. */
  before: Map<string, Map<string, PlaceState>>
  costs: LineCosts
  /** Full counts later than the posted documents. */
  fullCounts: readonly FullCount[]
  removing: readonly string[]
  /** Places and times of posted and removed movements. */
  changes: Change[]
}

async function historiesOf(
  tx: Tx,
  backDated: BackDated,
  deferred: Parts['deferred'],
  ofSources: LineCosts,
): Promise<Pick<Parts, 'histories' | 'before'>> {
  if (backDated.size === 0) return { histories: new Map(), before: new Map() }
  const parts = [...backDated].map(([productId, from]): [string, Part] => [
    productId,
    { from, until: deferred.get(productId)?.until ?? Infinity },
  ])
  const { rows, before, costs } = await loadHistories(tx, new Map(parts))
  await correctQuantities(tx, deferred, before)
  const histories = new Map<string, ProductHistory<StoredRow | NewRow>>()
  for (const [productId, moment] of backDated) {
    const history = new ProductHistory<StoredRow | NewRow>(
      rows.get(productId) ?? [],
      before.get(productId) ?? new Map(),
      new Map([...(costs.get(productId) ?? []), ...ofSources.leftBefore(productId, moment)]),
    )
    if (deferred.has(productId)) history.workOut()
    histories.set(productId, history)
  }
  return { histories, before }
}

/** An open ledger. Nothing is written before `save`. */
export class OpenLedger {
  readonly #tx: Tx
  readonly #balances: Balances
  readonly #histories: Parts['histories']
  readonly #deferred: Parts['deferred']
  readonly #before: Parts['before']
  readonly #costs: LineCosts
  readonly #fullCounts: readonly FullCount[]
  readonly #removing: readonly string[]
  readonly #changes: Change[]
  readonly #posted = new Map<string, NewRow>()
  readonly #stored: StoredRow[]

  constructor(
    tx: Tx,
    { balances, histories, deferred, before, costs, fullCounts, removing, changes }: Parts,
  ) {
    this.#tx = tx
    this.#balances = balances
    this.#histories = histories
    this.#deferred = deferred
    this.#before = before
    this.#costs = costs
    this.#fullCounts = fullCounts
    this.#removing = removing
    this.#changes = changes
    this.#stored = [...histories.values()].flatMap(({ rows }) => rows as StoredRow[])
    for (const history of histories.values()) for (const documentId of removing) history.remove(documentId)
  }

  /** Calculates the movements of a document. The ledger must have been opened for its places. */
  post(document: LedgerDocument, movements: readonly Movement[]): BookedMovement[] {
    this.#changes.push(document)
    return movements.map((movement) => {
      const row: NewRow = {
        type: document.type,
        documentId: document.id,
        movement,
        moment: document.moment.getTime(),
        seq: Number.POSITIVE_INFINITY,
        booked: null,
      }
      this.#posted.set(movementKey(document.id, movement), row)
      const history = this.#histories.get(movement.productId)
      if (history) history.insert(row)
      else this.#append(row)
      return must(row.booked)
    })
  }

  #append(row: NewRow): void {
    const { documentId, movement, moment } = row
    const balance = must(this.#balances.get(placeKey(movement)), 'balance')
    const { lineNo, productId } = movement
    row.booked = bookMovement(movement, balance, (source, line) =>
      this.#costs.find({ documentId: source, lineNo: line, productId }, moment),
    )
    if (row.booked.quantity < 0)
      this.#costs.note({ documentId, lineNo, productId }, moment, row.booked.unitCost)
    Object.assign(balance, row.booked.after, { lastMovementAt: Math.max(balance.lastMovementAt, moment) })
  }

  /** Returns the current result of a movement posted here, which changes when earlier ones are inserted. */
  bookedOf(documentId: string, movement: Pick<Movement, 'lineNo' | 'storeId'>): BookedMovement {
    return must(this.#posted.get(movementKey(documentId, movement))?.booked, 'posted movement')
  }

  /** Returns the places where stock falls below 0 at the time of a document or later. Call it before `save`. */
  async shortages(): Promise<Shortage[]> {
    const shortages = this.#shortagesHere()
    for (const [productId, { from }] of this.#deferred) {
      const before = this.#before.get(productId) ?? new Map()
      const posted = [...this.#posted.values()].filter(({ movement }) => movement.productId === productId)
      const change = { productId, from, before, posted, removing: this.#removing }
      shortages.push(...(await laterShortages(this.#tx, change)))
    }
    return shortages
  }

  #shortagesHere(): Shortage[] {
    const shortages: Shortage[] = []
    for (const steps of Map.groupBy(this.#steps(), ({ row }) => placeKey(row.movement)).values()) {
      const worse = steps.filter(isWorse).toSorted((a, b) => a.after - b.after || a.row.moment - b.row.moment)
      const [lowest] = worse
      if (!lowest) continue
      const { row, after } = lowest
      const posted = steps.reduce(
        (sum, step) => sum + ('stored' in step.row ? 0 : must(step.row.booked).quantity),
        0,
      )
      const before = 'stored' in row ? row.stored.after.quantity : after - posted
      shortages.push(shortageOf(row.movement, { moment: row.moment, before, after }))
    }
    return shortages
  }

  /** Yields every step at which stock can be lower than before, including the times of removed movements. */
  *#steps(): Generator<Step> {
    for (const [productId, history] of this.#histories) {
      if (this.#deferred.has(productId)) continue
      for (const row of history.rows) yield { row, after: must(row.booked).after.quantity }
      for (const row of this.#removed(productId)) yield { row, after: history.stateAt(row).quantity }
    }
    for (const row of this.#posted.values())
      if (!this.#histories.has(row.movement.productId)) yield { row, after: must(row.booked).after.quantity }
  }

  #removed(productId: string): StoredRow[] {
    return this.#stored.filter(
      ({ documentId, movement }) => movement.productId === productId && this.#removing.includes(documentId),
    )
  }

  /**
   * Writes the new movements in posting order, all changed later movements, the balances, and changed costs
   * on lines of other documents. The caller writes the costs of the posted documents (`bookedOf`).
   */
  async save(): Promise<void> {
    const counted = this.#fullCounts.map((count) => {
      const { documentId: id, storeId, moment, movement } = count
      this.post({ type: 'Inventory', id, storeId, moment }, [movement])
      return { ...count, row: must(this.#posted.get(movementKey(id, movement))) }
    })
    const removed = new Set(this.#removing)
    const changed = this.#stored.filter((row) => !removed.has(row.documentId) && hasChanged(row))
    for (const [productId, history] of this.#histories) this.#balances.take(productId, history)
    for (const productId of this.#deferred.keys()) this.#balances.drop(productId)
    const posted = [...this.#posted.values()]
    await numberLines(
      this.#tx,
      counted,
      changed.map(({ documentId }) => documentId),
    )
    await awaitAll(
      deleteMovements(this.#tx, this.#removing),
      insertMovements(this.#tx, posted),
      updateMovements(this.#tx, changed),
      mirrorCosts(this.#tx, changed),
      addCountLines(
        this.#tx,
        counted.map(({ row, ...count }) => ({ ...count, booked: must(row.booked) })),
      ),
      saveBalances(this.#tx, this.#balances),
      markDays(this.#tx, [...this.#changes, ...[...posted, ...changed].map(changeOf)]),
    )
    if (this.#deferred.size === 0) return
    const marks = new Map([...this.#deferred].map(([productId, { mark }]) => [productId, mark]))
    await mark(this.#tx, marks)
    await setTrueQuantities(this.#tx, marks)
  }
}

const changeOf = ({ movement: { storeId }, moment }: HistoryRow): Change => ({ storeId, moment })

/** A movement with the resulting stock of its place. */
interface Step {
  row: StoredRow | NewRow
  after: Quantity
}

function isWorse({ row, after }: Step): boolean {
  if (after >= 0) return false
  return 'stored' in row ? after < row.stored.after.quantity : must(row.booked).quantity < 0
}
