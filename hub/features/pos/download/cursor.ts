import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { Count } from '#shared/domain/fields.ts'
import { REPLICA_KINDS, type ReplicaKind } from '#shared/sync/replica-kinds.ts'

/**
 * Read position of a till (docs/sync.md#cursor). It is opaque to the till, and authenticated so that it
 * cannot be forged. `fingerprint` is that of the commit `seq`: the same number in another history (a restored
 * hub) has another one. `schema` is that of the response with the cursor: the shape in which the till holds
 * its records.
 */
export interface Cursor {
  epoch: string
  seq: number
  fingerprint: string
  scope: Scope
  schema: number
  /** Position inside a list of pages (read-page.ts): `seq` is then the end of the list. */
  page?: PagePosition | undefined
}

/** The last record of a page. */
export interface PagePosition {
  /** Number after which the changes begin; null: the list is of everything. */
  from: number | null
  kind: ReplicaKind
  id: string
}

/**
 * Data that the till was entitled to. A replica file is made for all retail points with a price type: all
 * else is null in it, and the first changes after it bring the settings and the stock.
 */
export interface Scope {
  retailPointId: string | null
  storeId: string | null
  priceTypeId: string
  /** Store whose stock the till gets; null: none. */
  stockStoreId: string | null
  /** True when the till gets the customers of the organization. */
  hasCustomers: boolean
}

const CursorShape = z.tuple([
  z.guid(),
  Count,
  z.string(),
  z.guid().nullable(),
  z.guid().nullable(),
  z.guid(),
  Count,
  // Older cursors lack these members.
  z.guid().nullable().default(null),
  z.boolean().default(false),
  z
    .tuple([Count.nullable(), z.enum(REPLICA_KINDS), z.guid()])
    .nullable()
    .default(null),
])

export function encodeCursor(key: Uint8Array, cursor: Cursor): string {
  const { epoch, seq, fingerprint, scope, schema, page } = cursor
  const members: z.input<typeof CursorShape> = [
    ...([epoch, seq, fingerprint] as const),
    ...([scope.retailPointId, scope.storeId, scope.priceTypeId] as const),
    ...([schema, scope.stockStoreId, scope.hasCustomers] as const),
    page ? [page.from, page.kind, page.id] : null,
  ]
  const payload = JSON.stringify(members)
  return Buffer.concat([mac(key, payload), Buffer.from(payload)]).toString('base64url')
}

/**
 * Decodes a cursor; undefined when it cannot be read: forged, truncated, from another version of the hub, or
 * older than the hub's secret.
 */
export function decodeCursor(key: Uint8Array, text: string): Cursor | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const payload = bytes.subarray(16).toString()
  const isOurs = bytes.length > 16 && timingSafeEqual(bytes.subarray(0, 16), mac(key, payload))
  const parsed = CursorShape.safeParse(isOurs ? parseJson(payload) : undefined)
  if (!parsed.success) return undefined
  const [
    epoch,
    seq,
    fingerprint,
    retailPointId,
    storeId,
    priceTypeId,
    schema,
    stockStoreId,
    hasCustomers,
    position,
  ] = parsed.data
  const scope = { retailPointId, storeId, priceTypeId, stockStoreId, hasCustomers }
  if (!position) return { epoch, seq, fingerprint, scope, schema }
  const [from, kind, id] = position
  return { epoch, seq, fingerprint, scope, schema, page: { from, kind, id } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function mac(key: Uint8Array, payload: string): Buffer {
  return createHmac('sha256', key).update(payload).digest().subarray(0, 16)
}
