import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { Count } from '#shared/domain/fields.ts'
import { REPLICA_KINDS, type ReplicaKind } from '#shared/sync/replica-kinds.ts'

/**
 * Read position of a till (docs/sync.md#cursor). Opaque to the till, and authenticated against forgery.
 * `fingerprint` identifies the commit `seq`, because a restored hub can reuse the number for another commit.
 * `schema` is the schema of the response with this cursor, and thus the shape of the records that the till
 * holds.
 */
export interface Cursor {
  epoch: string
  seq: number
  fingerprint: string
  scope: Scope
  schema: number
  /** Position in a paged list (read-page.ts). `seq` is then the position after the last page. */
  page?: PagePosition | undefined
}

/** Last record of a page. */
export interface PagePosition {
  /** Feed number after which the listed changes start, or null when the list contains everything. */
  from: number | null
  kind: ReplicaKind
  id: string
}

/**
 * Data that the till was entitled to. A replica file serves all retail points with one price type, so its
 * scope has only the price type. The first changes after it add settings and stock.
 */
export interface Scope {
  retailPointId: string | null
  storeId: string | null
  priceTypeId: string
  /** Store whose stock the till receives, or null for none. */
  stockStoreId: string | null
  /** True when the till receives the organization's customers. */
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
  // Missing in older cursors.
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
 * Decodes a cursor. Returns undefined when it is forged or truncated, comes from another hub version, or
 * predates the hub's current secret.
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
