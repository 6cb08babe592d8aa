import { parseArgs } from 'node:util'
import { z } from 'zod'
import { allOrganizations } from '#hub/db/all-organizations.ts'
import type { BooksFinding } from '#shared/contracts/inventory/books-check.ts'
import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from '../config/config.ts'
import { openCommandDatabase } from '../db/command-database.ts'
import { type CheckedBooks, checkBooks } from '../ledger/check/check-books.ts'

const USAGE = `npm run check:books [-- --organization ID]

Recalculates the ledger and reports what does not add up, for one organization or for all. Changes nothing. The database is
the hub's: DATABASE_URL, or the one in the data folder of a hub that is not running. Exit code 1 when anything is wrong.
`

/** Runs the books check from the command line. Returns the exit code. Throws StartError. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { organization: { type: 'string' }, help: { type: 'boolean' } } })
  const isWrong = values.organization !== undefined && !z.guid().safeParse(values.organization).success
  if (values.help || isWrong) {
    process.stderr.write(USAGE)
    return 2
  }
  const config = readConfig(process.env)
  await using resources = new AsyncDisposableStack()
  const { db } = await openCommandDatabase(config, resources)
  let isRight = true
  for (const id of values.organization ? [values.organization] : await allOrganizations({ db })) {
    const books = await db.read(id, (tx) => checkBooks(tx))
    report(id, books)
    if (books.findingsTotal > 0) isRight = false
  }
  return isRight ? 0 : 1
}

function report(id: string, { products, movements, findingsTotal, findings, pending }: CheckedBooks): void {
  const outcome = findingsTotal === 0 ? 'add up' : `do not add up: ${findingsTotal} findings`
  const lines = [
    `${id}: ${movements} movements of ${products} products ${outcome}`,
    ...findings.map((finding) => `  ${inWords(finding)}`),
    ...pending.map(
      ({ productName, from }) => `  ${productName}: costs are being recalculated from ${from} on`,
    ),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Describes a finding: its kind, its location, and the stored and expected values. */
function inWords(finding: BooksFinding): string {
  const { kind, documentType, documentNumber, documentId, lineNo, productName, storeName, day, stored, due } =
    finding
  const document = documentType && `${documentType} ${documentNumber ?? documentId}`
  const where = [document, lineNo && `line ${lineNo}`, productName, storeName, day].filter(Boolean).join(', ')
  return `${kind}: ${where}: stored ${JSON.stringify(stored)}, due ${JSON.stringify(due)}`
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isExpected =
      error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE')
    process.stderr.write(`${isExpected ? (error as Error).message : ((error as Error).stack ?? error)}\n`)
    process.exit(2)
  },
)
