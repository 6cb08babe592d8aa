import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OrganizationExport } from '#shared/contracts/organization/organization-export.ts'
import { must } from '#shared/std/must.ts'
import { runCommand } from '#test/support/command.ts'
import { freePort } from '#test/support/ports.ts'
import { Program } from '#test/support/program.ts'
import { until } from '#test/support/until.ts'
import type { HeadOffice } from './head-office.ts'

const HANGS_AFTER_MS = 1_800_000
const REPORTS = [
  'sales?groupBy=month',
  'sales?groupBy=day',
  'sales?groupBy=product',
  'sales?groupBy=cashier',
  'profit?groupBy=product',
  'profit?groupBy=day',
  'abc?metric=Profit',
  'stock?perStore=true',
]
const LISTS = [
  '/api/inventory/stock?sort=code',
  '/api/purchases/supplies',
  '/api/catalog/products?sort=code',
  '/api/sales/shifts',
]

export interface Moved {
  /** Number of responses compared between both hubs: pages of lists and reports, and receipts. */
  answers: number
  differences: string[]
}

interface MoveOptions {
  dataDir: string
  /** Database URL of the new hub, or undefined to start its own PostgreSQL. */
  databaseUrl?: string | undefined
  /** Period of the reports, as ISO dates. */
  days: { from: string; to: string }
  receipts: Iterable<string>
  say(line: string): void
}

/**
 * Exports the organization, imports it into a new hub, and compares responses of both hubs: reports,
 * balances, documents and every receipt. The owner resets the password by mail, because an export contains
 * none.
 */
export async function moveToNewHub(former: HeadOffice, options: MoveOptions): Promise<Moved> {
  const dataDir = join(options.dataDir, 'new-hub')
  const mails = join(dataDir, 'mails')
  mkdirSync(mails, { recursive: true })
  const archive = join(dataDir, 'export.zip')
  await download(former, archive)
  const env = {
    HUB_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    MAIL_DIR: mails,
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
  }
  await using programs = new AsyncDisposableStack()
  const hub = new Program('hub', env)
  programs.defer(() => hub.stop())
  // The first start creates the database.
  await hub.start()
  await hub.stop()
  const { code, output, errors } = await runCommand('import-organization', env, [archive])
  if (code !== 0) throw new Error(`import-organization: ${errors}`)
  options.say(output.trim())
  await hub.start()
  const latter = await former.at(hub.url, () => tokenOf(mails))
  return await compare(former, latter, options)
}

async function download(office: HeadOffice, path: string): Promise<void> {
  const { id, downloadUrl } = await office.startExport()
  await until(
    'the export is ready',
    async () => (await office.get<OrganizationExport>(`/api/org/export/${id}`)).status === 'Ready',
    HANGS_AFTER_MS,
  )
  const response = await fetch(office.url + downloadUrl)
  if (!response.ok || !response.body) throw new Error(`the export cannot be downloaded: ${response.status}`)
  await writeFile(path, response.body as unknown as AsyncIterable<Uint8Array>)
}

/** Returns the token of the link in the latest mail. */
const tokenOf = (mails: string): Promise<string> =>
  until('the mail has come', () => {
    const latest = readdirSync(mails).toSorted().at(-1)
    return (
      latest &&
      /token=3?D?([\w-]{43})/.exec(readFileSync(join(mails, latest), 'utf8').replaceAll('=\r\n', ''))?.[1]
    )
  })

async function compare(
  former: HeadOffice,
  latter: HeadOffice,
  { days, receipts }: MoveOptions,
): Promise<Moved> {
  const moved: Moved = { answers: 0, differences: [] }
  const differ = (what: string, one: unknown, other: unknown): void => {
    moved.answers += 1
    if (JSON.stringify(one) !== JSON.stringify(other))
      moved.differences.push(`${what} is another one at the new hub`)
  }
  const period = `from=${days.from}&to=${days.to}`
  for (const path of [...REPORTS.map((report) => `/api/reports/${report}&${period}`), ...LISTS]) {
    const others = latter.list<object>(path)
    for await (const row of former.list<object>(path)) {
      differ(path, row, (await others.next()).value)
    }
    differ(path, undefined, (await others.next()).value)
  }
  const bought = new Map<string, unknown>()
  await former.eachSale(receipts, (sale) => void bought.set(sale.id, sale))
  await latter.eachSale(bought.keys(), (sale) => {
    differ(`receipt ${sale.receiptNumber}`, must(bought.get(sale.id)), sale)
  })
  return moved
}
