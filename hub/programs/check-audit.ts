import { NIL } from 'uuid'
import { allOrganizations } from '#hub/db/all-organizations.ts'
import { sleep } from '#shared/std/retry.ts'
import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from '../config/config.ts'
import { openCommandDatabase } from '../db/command-database.ts'
import { type CheckedAuditLog, checkAuditLog } from '../features/operations/audit-log/check-audit-log.ts'
import {
  requestSealsOfTills,
  type SealsAtTill,
  sealsAtTills,
} from '../features/operations/audit-log/seals-at-tills.ts'

/** Time in ms within which online tills return their seals. */
const TILLS_ANSWER_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 1000

/**
 * Checks the audit logs of all organizations and of the platform against their seals, and against the seals
 * held by tills. If the hub is running, tills are requested to report their seals again. Uses DATABASE_URL,
 * or the database in the data folder of a stopped hub. Returns the exit code, which is 1 for any difference.
 * Throws StartError.
 */
async function main(): Promise<number> {
  await using resources = new AsyncDisposableStack()
  const config = readConfig(process.env)
  const { db } = await openCommandDatabase(config, resources)
  const isHubRunning = Boolean(config.databaseUrl)
  let isRight = true
  const organizations = await allOrganizations({ db })
  for (const id of organizations) await db.transact(id, requestSealsOfTills)
  const requestedAt = performance.now()
  for (const id of [NIL, ...organizations]) {
    const checked = await db.read(id, checkAuditLog)
    process.stdout.write(`${id === NIL ? 'platform' : id}: ${inWords(checked)}\n`)
    if (checked.finding) isRight = false
  }
  for (const id of organizations) {
    let tills = await db.read(id, sealsAtTills)
    while (
      isHubRunning &&
      tills.some(({ hasAnswered }) => !hasAnswered) &&
      performance.now() - requestedAt < TILLS_ANSWER_WITHIN_MS
    ) {
      await sleep(LOOK_EVERY_MS)
      tills = await db.read(id, sealsAtTills)
    }
    for (const till of tills) {
      process.stdout.write(`${id}: till ${till.series} (${till.name}): ${tillInWords(till)}\n`)
      if (till.difference) isRight = false
    }
  }
  return isRight ? 0 : 1
}

function inWords({ rows, seals, finding }: CheckedAuditLog): string {
  if (!finding) return `${rows} rows match their ${seals} seals`
  const { seal, at, rowId } = finding
  return rowId
    ? `row ${rowId} of ${at} does not match seal ${seal}: it was changed or inserted later`
    : `seal ${seal} of ${at} does not match: rows were removed, or the seal was changed`
}

function tillInWords({ hasAnswered, held, difference }: SealsAtTill): string {
  const when = hasAnswered ? '' : 'does not answer now; at its last answer: '
  if (!difference) return `${when}all ${held} seals that it holds are in the log`
  const { kind, seal, at } = difference
  return kind === 'rewritten'
    ? `${when}seal ${seal} of ${at} differs in the log: the log was rewritten from there on`
    : `${when}seal ${seal} of ${at} is not in the log: the database was restored from an older backup, or the end of the log was removed`
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof StartError ? error.message : ((error as Error).stack ?? error)}\n`,
    )
    process.exit(2)
  },
)
