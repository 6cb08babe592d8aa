import { and, eq } from 'drizzle-orm'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { deviceChains, uploads } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { randomSeries } from '#shared/sync/series.ts'
import type { Directive } from '#shared/sync/upload.ts'
import type { ChainRow } from './chains.ts'
import type { ReceivedUpload } from './read-upload.ts'

/**
 * Returns directives for the agent. An agent run that has forked a shared chain, or is not the latest of two,
 * must continue in its own chain (docs/sync.md I-16). The directive is repeated until the agent complies. A
 * chain created for it is added to `chains`.
 */
export async function direct(
  tx: Tx,
  deviceId: string,
  chains: ChainRow[],
  upload: ReceivedUpload,
  { forked, isClone }: { forked: ReadonlySet<string>; isClone: boolean },
): Promise<Directive[]> {
  const current = upload.chains.at(-1)?.id
  // An agent that uploads leftover items of an abandoned chain does not need another chain.
  const hasForked = current === undefined ? forked.size > 0 : forked.has(current)
  let allotted = findAllotted(chains, upload.bootId)
  if (!allotted && (hasForked || isClone)) allotted = await allotChain(tx, deviceId, chains, upload.bootId)
  if (!allotted) return []
  const { id, series, highest } = allotted
  const hasBegun = highest > 0 || upload.chains.some((chain) => chain.id === id)
  return hasBegun ? [] : [{ code: 'new_chain', chain: id, series }]
}

/**
 * Requests items that the hub has lost. Two agents that continued one chain have items with the same numbers,
 * so after a restore no number may be missing although one agent's items are lost. That agent reveals the
 * loss by naming a last acknowledged item that the hub does not have (docs/sync.md I-18, docs/faults.md F36,
 * F38). The same applies to items that were returned to an agent whose journal had lost them, because it may
 * hold the only copy.
 */
export async function requestLostItems(tx: Tx, upload: ReceivedUpload): Promise<Directive[]> {
  const named = [
    ...upload.chains.flatMap(({ id, acknowledged, alsoAcknowledged = [] }) =>
      [acknowledged, ...alsoAcknowledged].flatMap((item) => (item ? { chain: id, item } : [])),
    ),
    ...upload.recalled.map(({ id, acknowledged }) => ({ chain: id, item: acknowledged })),
  ]
  if (named.length === 0) return []
  const rows = await uploadsAmong(tx, { ids: named.map(({ item }) => item) })
  const here = new Set(rows.map(({ id }) => id))
  const lost = new Set(named.flatMap(({ chain, item }) => (here.has(item) ? [] : chain)))
  return [...lost].map((chain) => ({ code: 'offer_again', chain }))
}

const uploadsAmong = statement('uploads.among', (given: Given<'ids'>, db) =>
  db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.organizationId, given.organizationId), among(uploads.id, given.ids))),
)

/** Returns the chain assigned to an agent run after a fork or a clone. */
function findAllotted(own: readonly ChainRow[], bootId: string): ChainRow | undefined {
  return own.find((chain) => chain.reason === 'fork' && chain.bootId === bootId)
}

/** Assigns a new chain and receipt series to an agent run. */
async function allotChain(tx: Tx, deviceId: string, chains: ChainRow[], bootId: string): Promise<ChainRow> {
  const first = must(
    chains.find(({ id }) => id === deviceId),
    'first chain',
  )
  const series = randomSeries(first.series)
  const rows = await tx
    .insert(deviceChains)
    .values({ organizationId: tx.organizationId, id: newId(), deviceId, series, reason: 'fork', bootId })
    .returning()
  chains.push(...rows)
  return must(rows[0], 'chain')
}
