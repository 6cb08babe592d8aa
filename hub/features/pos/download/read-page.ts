import type { Tx } from '#hub/db/transact.ts'
import type { ReadPut } from '#shared/replica/kind-writer.ts'
import { DOWNLOAD_SCHEMAS } from '#shared/sync/download.ts'
import { REPLICA_KINDS, type ReplicaKind } from '#shared/sync/replica-kinds.ts'
import type { Cursor, PagePosition } from './cursor.ts'
import { type Changes, type FeedState, findResetReason, listChanges } from './feed-queries.ts'
import { REPLICA_SOURCES } from './replica-source.ts'

/**
 * Maximum number of changes, which are listed again for each page. Beyond that the client gets everything,
 * paged by id.
 */
const MOST_CHANGES = 10_000

export interface Page {
  /** True on the first page of a full list. The client must then discard its records. */
  isBeginning: boolean
  puts: ReadPut[]
  deletions: { kind: ReplicaKind; id: string }[]
  /** Cursor for the next request. Contains `page` when there are more pages. */
  cursor: Cursor
}

/**
 * Returns the next page for a client, ordered by kind and id. The cursor after the last page names the commit
 * that the first page saw, so later changes follow with it. A client whose scope has changed gets everything
 * again.
 */
export async function readPage(tx: Tx, state: FeedState, since: Cursor | null, limit: number): Promise<Page> {
  const { epoch, seq, fingerprint, scope } = state
  const begin: Cursor = { epoch, seq, fingerprint, scope, schema: DOWNLOAD_SCHEMAS.newest }
  if (!since || !isContinued(since, state)) return { ...(await readAll(tx, begin, limit)), isBeginning: true }
  const { page, ...end } = since
  if (page?.from === null) return readAll(tx, end, limit, page)
  const from = page?.from ?? since.seq
  const changes = await listChanges(tx, from, state)
  if (changes.total > MOST_CHANGES) return { ...(await readAll(tx, begin, limit)), isBeginning: true }
  return readChanges(tx, { changes, from, limit, end: page ? end : begin, after: page })
}

function isContinued(cursor: Cursor, state: FeedState): boolean {
  const { scope, schema, page } = cursor
  const members = Object.keys(state.scope) as (keyof FeedState['scope'])[]
  return (
    findResetReason(cursor, state) === null &&
    (page?.from ?? cursor.seq) >= state.horizon &&
    schema === DOWNLOAD_SCHEMAS.newest &&
    members.every((member) => scope[member] === state.scope[member])
  )
}

/** Reads a page of the full list. `end` is the cursor to return with the last page. */
async function readAll(tx: Tx, end: Cursor, limit: number, after?: PagePosition): Promise<Page> {
  const puts: ReadPut[] = []
  for (const kind of REPLICA_KINDS.slice(after ? REPLICA_KINDS.indexOf(after.kind) : 0)) {
    const afterId = kind === after?.kind ? after.id : undefined
    puts.push(...(await REPLICA_SOURCES[kind](tx, end.scope, { afterId, limit: limit - puts.length })))
    const last = puts.at(-1)
    if (last && puts.length === limit)
      return {
        isBeginning: false,
        puts,
        deletions: [],
        cursor: { ...end, page: { from: null, kind: last.t, id: last.id } },
      }
  }
  return { isBeginning: false, puts, deletions: [], cursor: end }
}

interface Wanted {
  changes: Changes
  from: number
  limit: number
  end: Cursor
  after: PagePosition | undefined
}

async function readChanges(tx: Tx, { changes, from, limit, end, after }: Wanted): Promise<Page> {
  const isAhead = (kind: ReplicaKind, id: string): boolean => {
    const order = after ? REPLICA_KINDS.indexOf(kind) - REPLICA_KINDS.indexOf(after.kind) : 1
    return order > 0 || (order === 0 && after !== undefined && id > after.id)
  }
  const left = REPLICA_KINDS.flatMap((kind) => changes.list(kind).map((id) => ({ kind, id }))).filter(
    ({ kind, id }) => isAhead(kind, id),
  )
  const taken = left.slice(0, limit)
  const puts: ReadPut[] = []
  for (const [kind, records] of Map.groupBy(taken, (each) => each.kind)) {
    puts.push(...(await REPLICA_SOURCES[kind](tx, end.scope, { ids: records.map(({ id }) => id) })))
  }
  const present = new Set(puts.map(({ t, id }) => `${t} ${id}`))
  const last = left.length > limit ? taken.at(-1) : undefined
  return {
    isBeginning: false,
    puts,
    deletions: taken.filter(({ kind, id }) => !present.has(`${kind} ${id}`)),
    cursor: last ? { ...end, page: { from, ...last } } : end,
  }
}
