import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import type { Books } from './compare-books.ts'
import type { Reported } from './compare-reports.ts'
import { readInvoices } from './invoices.ts'
import { type Outcome, replay } from './replay.ts'

const USAGE = `npm run replay -- FILE.csv [--limit N] [--tills N] [--keep]

Buys the goods of FILE.csv (InvoiceNo, StockCode, Description, Quantity, UnitPrice) and rings its invoices up through a
real agent and hub, kills both now and then, buys more with dates among the sales, and counts what arrived: receipts, pieces,
what each line has cost and what each product has brought, by the receipts and by the reports. At last
the organization is exported and brought back to a new hub, which must answer the same. Exit code 1 when anything differs.

  --limit N   only the first N invoices
  --tills N   how many tills sell at once (2)
  --keep      keep the data folder and say where it is
`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      limit: { type: 'string' },
      tills: { type: 'string', default: '2' },
      keep: { type: 'boolean' },
    },
  })
  const [path] = positionals
  if (!path || positionals.length > 1) {
    process.stderr.write(USAGE)
    return 2
  }
  const file = await readInvoices(resolve(path))
  if (values.limit) file.invoices.length = Math.min(file.invoices.length, Number(values.limit))
  const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-replay-'))
  chmodSync(dataDir, 0o755)
  try {
    const outcome = await replay(file, {
      dataDir,
      tills: Number(values.tills),
      databaseUrl: process.env.DATABASE_URL,
      newDatabaseUrl: process.env.NEW_DATABASE_URL,
      say: (line) => process.stdout.write(`${line}\n`),
    })
    report(file.linesRead, file.merged, file.skipped, outcome)
    return outcome.differences.length === 0 ? 0 : 1
  } finally {
    if (values.keep) process.stdout.write(`The data is in ${dataDir}\n`)
    else rmSync(dataDir, { recursive: true, force: true })
  }
}

function report(linesRead: number, merged: number, skipped: Map<string, number>, outcome: Outcome): void {
  const { file, journal, hub } = outcome.columns
  const row = (name: string, pick: (tally: typeof file) => string | number): string =>
    `${name.padEnd(16)}${[file, journal, hub].map((tally) => String(pick(tally)).padStart(16)).join('')}`
  const money = (value: typeof file.sold): string => amountToNumber(value).toFixed(2)
  const lines = [
    '',
    `${linesRead} lines read, ${merged} joined to an earlier line of the same product and price`,
    ...[...skipped].map(([reason, count]) => `${count} lines skipped: ${reason}`),
    `${outcome.hubKills} times the hub was killed, ${outcome.agentKills} times the agent (${outcome.interruptions} requests cut)`,
    '',
    `${''.padEnd(16)}${['file', 'journal', 'hub'].map((name) => name.padStart(16)).join('')}`,
    row('receipts', (tally) => tally.receipts),
    row('returns', (tally) => tally.returns),
    row('lines', (tally) => tally.lines),
    row('sold', (tally) => money(tally.sold)),
    row('returned', (tally) => money(tally.returned)),
    ...[...file.tenders.keys()]
      .toSorted()
      .map((way) => row(way, ({ tenders }) => money(tenders.get(way) ?? (0 as Amount)))),
    `${'stocked products'.padEnd(16)}${String(outcome.products.expected).padStart(16)}${''.padStart(16)}${String(outcome.products.atHub).padStart(16)}`,
    '',
    ...booksOf(outcome.books),
    '',
    ...reportsOf(outcome.reported),
    '',
    `${outcome.moved.answers} rows of lists and reports, and receipts, compared at the new hub`,
    '',
    outcome.differences.length === 0
      ? `Equal to the penny and to the piece, in ${outcome.seconds} s.`
      : `${outcome.differences.length} differences:`,
    ...outcome.differences.slice(0, 50).map((difference) => `  ${difference}`),
    '',
  ]
  process.stdout.write(lines.join('\n'))
}

/** Formats the figures calculated by the replay next to those from the hub's lines. */
function booksOf({ bought, costs, due, hub }: Books): string[] {
  const row = (name: string, ...values: string[]): string =>
    `${name.padEnd(16)}${values.map((value) => value.padStart(16)).join('')}`
  const money = (value: bigint): string => (Number(value) / 10_000).toFixed(4)
  return [
    `${bought.purchases} purchases of ${bought.pieces} pieces for ${bought.sum.toFixed(2)}; ${costs} costs of lines compared`,
    row('', 'worked out', 'hub'),
    row('revenue, no VAT', money(due.revenue), money(hub.revenue)),
    row('cost', money(due.cost), money(hub.cost)),
    row('profit', money(due.revenue - due.cost), money(hub.revenue - hub.cost)),
  ]
}

function reportsOf({ months, top }: Reported): string[] {
  const money = (sum: Amount): string => amountToNumber(sum).toFixed(2)
  return [
    ...[...months].map(([month, sum]) => `revenue of ${month}: ${money(sum)}`),
    'top products:',
    ...top.map(({ code, name, sum }) => `  ${money(sum).padStart(12)}  ${code.padEnd(8)} ${name}`),
  ]
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).stack ?? error}\n`)
    process.exit(1)
  },
)
