import { and, eq, gt, inArray, isNotNull, ne, notLike, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor } from '#hub/auth/actor.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { priceTypes, retailPoints } from '#hub/db/tables/catalog.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import { devices, feed, feedCommits, feedCounters } from '#hub/db/tables/sync.ts'
import { tillReceiptStores } from '#hub/db/tables/till-receipts.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { DownloadHeader } from '#shared/sync/download.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'
import { listChangedCards } from './card-source.ts'
import type { Cursor, Scope } from './cursor.ts'
import { listChangedReceipts } from './receipt-source.ts'
import { refuseRevoked } from './refuse-revoked.ts'
import { listChangedVouchers } from './voucher-source.ts'

/** Position of the feed as seen by this transaction. */
export interface FeedPosition {
  epoch: string
  seq: number
  fingerprint: string
  /** Lowest feed number that a cursor can continue from (prune-feed.ts). */
  horizon: number
  /** Fingerprint of the commit with the cursor's number, or null when that commit does not exist. */
  cursorFingerprint: string | null
}

/** Position of the feed and scope of a retail point. */
export interface FeedState extends FeedPosition {
  scope: PointScope
  /** Time before which tills delete receipts, or null when there are no receipts. */
  receiptsSince: Date | null
}

interface PointScope extends Scope {
  retailPointId: string
  storeId: string
}

/**
 * Returns the state of the feed. Throws Problem `not_found` when the retail point has been deleted, and
 * `forbidden` when the device has been revoked, even during a long poll.
 */
export async function readFeedState(
  tx: Tx,
  device: Pick<Actor, 'id' | 'retailPointId'>,
  cursor: Cursor | null = null,
): Promise<FeedState> {
  const retailPointId = must(device.retailPointId)
  const { point, isRevoked, receiptsSince, ...position } = await readFeed(
    tx,
    { id: device.id, retailPointId },
    cursor,
  )
  refuseRevoked({ isRevoked })
  if (!point) throw new Problem('not_found', { detail: 'The retail point of this device was deleted' })
  const { needsStock, ...entitled } = point
  const stockStoreId = needsStock ? point.storeId : null
  return { ...position, receiptsSince, scope: { retailPointId, ...entitled, stockStoreId } }
}

/** Returns the position of the feed. Throws Problem `not_found` when the organization has been deleted. */
export async function readFeedPosition(tx: Tx, cursor: Cursor | null = null): Promise<FeedPosition> {
  return readFeed(tx, { id: null, retailPointId: null }, cursor)
}

async function readFeed(
  tx: Tx,
  device: Record<'id' | 'retailPointId', string | null>,
  cursor: Cursor | null,
) {
  const [row] = await feedOf(tx, { ...device, seq: cursor?.seq ?? 0 })
  if (!row) throw new Problem('not_found', { detail: 'The organization of this device was deleted' })
  return row
}

const named = alias(feedCommits, 'named')

/** A single statement, because it runs in every poll of every till. */
const feedOf = statement('feed.state', (given: Given<'id' | 'retailPointId' | 'seq'>, db) =>
  db
    .select({
      epoch: organizations.syncEpoch,
      seq: sql`coalesce(${feedCounters.seq}, 0)`.mapWith(Number),
      fingerprint: sql<string>`coalesce(${feedCommits.fingerprint}::text, '')`,
      horizon: sql`coalesce(${feedCounters.horizon}, 0)`.mapWith(Number),
      cursorFingerprint: named.fingerprint,
      receiptsSince: tillReceiptStores.since,
      point: {
        storeId: retailPoints.storeId,
        priceTypeId: retailPoints.priceTypeId,
        hasCustomers: retailPoints.syncCustomers,
        needsStock: sql<boolean>`${retailPoints.controlStock} OR ${retailPoints.onlyInStock}`,
      },
      isRevoked: sql<boolean>`${devices.revokedAt} IS NOT NULL`,
    })
    .from(organizations)
    .leftJoin(
      retailPoints,
      and(eq(retailPoints.organizationId, organizations.id), eq(retailPoints.id, given.retailPointId)),
    )
    .leftJoin(
      tillReceiptStores,
      and(
        eq(tillReceiptStores.organizationId, organizations.id),
        eq(tillReceiptStores.storeId, retailPoints.storeId),
      ),
    )
    .leftJoin(devices, and(eq(devices.organizationId, organizations.id), eq(devices.id, given.id)))
    .leftJoin(feedCounters, eq(feedCounters.organizationId, organizations.id))
    .leftJoin(
      feedCommits,
      and(eq(feedCommits.organizationId, organizations.id), eq(feedCommits.seq, feedCounters.seq)),
    )
    .leftJoin(named, and(eq(named.organizationId, organizations.id), eq(named.seq, given.seq)))
    .where(eq(organizations.id, given.organizationId)),
)

export type ResetReason = NonNullable<DownloadHeader['reason']>

/** Returns the reason why the cursor cannot be continued and the till needs a snapshot, or null when it can be. */
export function findResetReason(cursor: Cursor, state: FeedPosition): ResetReason | null {
  if (cursor.epoch !== state.epoch) return 'epoch'
  if (cursor.seq < state.horizon) return 'horizon'
  if (cursor.seq > state.seq) return 'history'
  return cursor.seq === 0 || cursor.fingerprint === state.cursorFingerprint ? null : 'history'
}

/** Returns the ids of the records of each kind that changed after `since`. */
export async function listChanges(tx: Tx, since: number, { seq, scope }: FeedState): Promise<Changes> {
  const changes = new Changes()
  if (seq === since) return changes
  const { retailPointId, storeId, stockStoreId, hasCustomers } = scope
  const ownStock = stockKind(stockStoreId)
  const ownReceipts = receiptKind(storeId)
  const rows = await tx
    .select({ kind: feed.kind, id: feed.entityId })
    .from(feed)
    .where(
      and(
        eq(feed.organizationId, tx.organizationId),
        gt(feed.seq, since),
        or(
          notLike(feed.kind, SOME_TILLS_PATTERN),
          inArray(feed.kind, [ownStock, ownReceipts, COUNTED_CARDS, COUNTED_VOUCHERS]),
        ),
        hasCustomers ? undefined : ne(feed.kind, 'customer'),
      ),
    )
  for (const { kind, id } of rows) {
    // A till's settings derive only from the organization and its own retail point.
    if (kind === 'settings') {
      if (id === retailPointId || id === tx.organizationId) changes.add('settings', [retailPointId])
    } else if (kind === ownStock) changes.add('stock', [id])
    else if (kind === ownReceipts) changes.add('receipt', await listChangedReceipts(tx, storeId, since))
    else if (kind === 'card' || kind === COUNTED_CARDS) changes.add('card', await listChangedCards(tx, since))
    else if (kind === 'voucher' || kind === COUNTED_VOUCHERS)
      changes.add('voucher', await listChangedVouchers(tx, since))
    else if (kind === 'currency') {
      changes.add('settings', [retailPointId])
      changes.add('priceType', await listPriceTypesOfCurrency(tx, id))
    } else if (kind === 'priceType') {
      // The settings include the currency of the retail point's price type.
      if (id === scope.priceTypeId) changes.add('settings', [retailPointId])
      changes.add('priceType', [id])
    } else if (kind === 'role') changes.add('cashier', await listEmployeesOfRole(tx, id))
    else changes.add(kind as ReplicaKind, [id])
  }
  return changes
}

/**
 * Returns the feed kind for the stock of a store. Each store has its own kind, because tills hold the stock
 * of only one store.
 */
export const stockKind = (storeId: string | null): string => `stock:${storeId}`
/**
 * Returns the feed kind for the receipts of a store. A single feed row represents all of them, because
 * receipts have their own change numbers.
 */
export const receiptKind = (storeId: string): string => `receipt:${storeId}`
/**
 * Kinds with a single row for all cards or vouchers changed by sales. These changes do not wake waiting tills
 * (docs/sync.md#cards).
 */
const COUNTED_CARDS = 'card:counted'
const COUNTED_VOUCHERS = 'voucher:counted'
/** LIKE pattern of kinds that concern only some tills. */
export const SOME_TILLS_PATTERN = '%:%'

/** Ids of changed records by kind. */
export class Changes {
  readonly #ids = new Map<ReplicaKind, Set<string>>()

  add(kind: ReplicaKind, ids: Iterable<string>): void {
    const known = this.#ids.get(kind) ?? new Set()
    for (const id of ids) known.add(id)
    this.#ids.set(kind, known)
  }

  remove(kind: ReplicaKind, isRemoved: (id: string) => boolean): void {
    for (const id of this.#ids.get(kind) ?? []) if (isRemoved(id)) this.#ids.get(kind)?.delete(id)
  }

  /** Keeps only the given kinds. */
  keep(kinds: readonly ReplicaKind[]): void {
    for (const kind of this.#ids.keys()) if (!kinds.includes(kind)) this.#ids.delete(kind)
  }

  get total(): number {
    return this.#ids.values().reduce((sum, ids) => sum + ids.size, 0)
  }

  list(kind: ReplicaKind): string[] {
    return [...(this.#ids.get(kind) ?? [])].sort()
  }
}

/** Returns the ids of all employees with a PIN, because another retail point can have other cashiers. */
export async function listCashiersOfAllPoints(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: employees.id })
    .from(employees)
    .where(and(eq(employees.organizationId, tx.organizationId), isNotNull(employees.posPinHash)))
  return rows.map(({ id }) => id)
}

async function listPriceTypesOfCurrency(tx: Tx, currencyId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: priceTypes.id })
    .from(priceTypes)
    .where(and(eq(priceTypes.organizationId, tx.organizationId), eq(priceTypes.currencyId, currencyId)))
  return rows.map((row) => row.id)
}

async function listEmployeesOfRole(tx: Tx, roleId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: employees.id })
    .from(employees)
    .where(and(eq(employees.organizationId, tx.organizationId), eq(employees.roleId, roleId)))
  return rows.map((row) => row.id)
}
