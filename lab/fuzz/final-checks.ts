import { NIL } from 'uuid'
import { allOrganizations } from '#hub/db/all-organizations.ts'
import { openPool } from '#hub/db/pool.ts'
import { auditLog } from '#hub/db/tables/audit.ts'
import { Database } from '#hub/db/transact.ts'
import { checkBooks } from '#hub/ledger/check/check-books.ts'
import type { TroubleCode } from '#shared/contracts/till/till.ts'
import { sleep } from '#shared/std/retry.ts'
import { Till } from '#test/support/till.ts'
import type { Finds } from './finds.ts'
import type { Tally } from './fuzz.ts'
import type { Memory } from './gauge.ts'
import { nameOf } from './operations.ts'
import type { Side } from './subject.ts'
import type { World } from './world.ts'

/**
 * Limits for memory growth in bytes. They exceed the growth of a process whose code is being compiled and
 * whose caches are filling. The allocator keeps the peak of native memory, such as that of images, so `rss`
 * grows in steps and then stays constant.
 */
const MOST_GROWTH: Memory = { heapUsed: 48e6, external: 32e6, rss: 450e6 }
/** Time limit in ms, generous because it only needs to detect a hanging agent. */
const SETTLED_WITHIN_MS = 300_000
const TRY_MS = 250

/** Troubles of the agent that no request must be able to cause. */
const SERIOUS: readonly TroubleCode[] = [
  'hub_refused_device',
  'hub_error',
  'replica_damaged',
  'journal_restored',
  'sync_stuck',
  'sale_too_large',
  'agent_too_old',
]

export type Memories = Record<Side, Memory>

export async function weigh({ hub, agent }: World): Promise<Memories> {
  return { hub: await hub.weigh(), agent: await agent.weigh() }
}

/** Checks that memory has not grown beyond its limits. */
export function compareMemory(finds: Finds, before: Memories, after: Memories): void {
  for (const side of ['hub', 'agent'] as const) {
    for (const name of ['heapUsed', 'external', 'rss'] as const) {
      const grown = after[side][name] - before[side][name]
      if (grown > MOST_GROWTH[name])
        finds.note('memory', side, `${name} has grown by ${Math.round(grown / 1e6)} MB`)
    }
  }
}

/** Checks the books of every organization. */
export async function checkAllBooks(finds: Finds, databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, 1)
  try {
    const db = new Database(pool)
    for (const id of await allOrganizations({ db })) {
      const { findingsTotal, findings } = await db.read(id, (tx) => checkBooks(tx))
      if (findingsTotal > 0) finds.note('books', 'hub', `${findingsTotal}: ${JSON.stringify(findings[0])}`)
    }
  } finally {
    await pool.end()
  }
}

/**
 * Operations that change data but are not audited because no user of an organization performs them, with the
 * reason.
 */
const NOT_AUDITED: Record<string, string> = {
  'POST /api/pos/v1/sales': 'what tills hand over is kept as it came',
  'POST /api/pos/v1/audit-seals': 'what tills hand over is compared with the log itself',
  'POST /api/catalog/products/bulk-update':
    'finds nothing to change; test/hub/organization/audit-log.test.ts',
  'POST /api/user/presets': 'how pages look to one person',
  'PUT /api/user/presets/{id}': 'how pages look to one person',
  'DELETE /api/user/presets/{id}': 'how pages look to one person',
  'POST /api/me/passkeys/options': 'gives out a challenge',
  'POST /api/promotions/try-out': 'only reads',
  'POST /api/catalog/products/look-up': 'only reads',
  'POST /api/pos/v1/vouchers/balance': 'only reads',
  'POST /api/inventory/books-check': 'only reads, and keeps what it found',
  'POST /api/me/ways-in/confirm': 'finds nothing to confirm',
  'POST /api/org/export/{id}/link': 'gives its asker a link; the export itself is in the log',
  'DELETE /api/organization/messenger': 'finds no chat',
  'DELETE /api/catalog/retail-points/{id}/logo': 'finds no logo',
  'POST /api/admin/seed-demo': 'finds data of the organization',
  'DELETE /api/admin/seed-demo': 'finds no demo data',
}

/** Number of requests after which an operation has almost certainly changed something. */
const SURELY_CHANGED = 10

/**
 * Checks that an audit log contains every operation that has changed something. Returns the operations that
 * succeeded but are in no log, because with few requests they may not have changed anything.
 */
export async function checkAuditLogs(
  finds: Finds,
  databaseUrl: string,
  tallies: Tally[],
): Promise<{ commands: number; unaudited: string[] }> {
  const noted = await auditedActions(databaseUrl)
  const commands = tallies.filter(
    ({ operation, done }) =>
      done > 0 &&
      operation.side === 'hub' &&
      operation.method !== 'GET' &&
      operation.permission !== 'public' &&
      !(nameOf(operation) in NOT_AUDITED),
  )
  const unaudited = commands.filter(({ operation }) => !noted.has(nameOf(operation)))
  for (const { operation, done } of unaudited)
    if (done >= SURELY_CHANGED) finds.note('not audited', nameOf(operation), `worked ${done} times`)
  return { commands: commands.length, unaudited: unaudited.map(({ operation }) => nameOf(operation)) }
}

async function auditedActions(databaseUrl: string): Promise<Set<string>> {
  const pool = openPool(databaseUrl, 1)
  try {
    const db = new Database(pool)
    const noted = new Set<string>()
    for (const id of [NIL, ...(await allOrganizations({ db }))]) {
      const rows = await db.read(id, (tx) => tx.selectDistinct({ action: auditLog.action }).from(auditLog))
      for (const { action } of rows) noted.add(action)
    }
    return noted
  } finally {
    await pool.end()
  }
}

/** Checks that the agent uploads its sales and downloads the hub's data in time, without any trouble in `SERIOUS`. */
export async function checkAgentSettles(finds: Finds, { agent }: World): Promise<void> {
  const till = new Till(() => agent.url)
  const deadline = performance.now() + SETTLED_WITHIN_MS
  for (;;) {
    const { upload, download, trouble } = await till.status()
    if (upload.waiting === 0 && download.state === 'up-to-date') {
      const serious = trouble.filter(({ code }) => SERIOUS.includes(code))
      for (const { code, detail } of serious) finds.note('agent in trouble', code, detail)
      return
    }
    if (performance.now() > deadline) {
      const state = JSON.stringify({ upload, download, trouble })
      finds.note('agent does not settle', 'agent', state)
      return
    }
    await sleep(TRY_MS)
  }
}
