import { NIL } from 'uuid'
import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from './config/config.ts'
import { openCommandDatabase } from './db/command-database.ts'
import { type CheckedAuditLog, checkAuditLog } from './features/organization/audit-log/check-audit-log.ts'
import { allOrganizations } from './jobs/periodic.ts'

/**
 * Compares the audit logs of all organizations and of the platform with their seals. Changes nothing. The database is the
 * hub's: DATABASE_URL, or the one in the data folder of a hub that does not run. Answers the exit code, 1 when anything was
 * changed after it was sealed; throws StartError.
 */
async function main(): Promise<number> {
  await using resources = new AsyncDisposableStack()
  const { db } = await openCommandDatabase(readConfig(process.env), resources)
  let isRight = true
  for (const id of [NIL, ...(await allOrganizations({ db }))]) {
    const checked = await db.read(id, checkAuditLog)
    process.stdout.write(`${id === NIL ? 'platform' : id}: ${inWords(checked)}\n`)
    if (checked.finding) isRight = false
  }
  return isRight ? 0 : 1
}

function inWords({ rows, seals, finding }: CheckedAuditLog): string {
  if (!finding) return `${rows} rows are as their ${seals} seals say`
  const { seal, at, rowId } = finding
  return rowId
    ? `row ${rowId} of ${at} is not what seal ${seal} covers: it was changed or put in afterwards`
    : `seal ${seal} of ${at} does not fit: rows were taken out, or it was changed itself`
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
