import type { Receipt } from '#shared/contracts/till/till.ts'
import { type Amount, amount } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { freePort } from '#test/support/ports.ts'
import { Program } from '#test/support/program.ts'
import { until } from '#test/support/until.ts'
import { Cashier, isSame } from './cashier.ts'
import { type Books, compareBooks } from './compare-books.ts'
import { compareReports, type Reported } from './compare-reports.ts'
import { Disturbance, planFor } from './disturbance.ts'
import { HeadOffice, PIN } from './head-office.ts'
import { type Invoice, type InvoiceFile, sumOf } from './invoices.ts'
import { type Moved, moveToNewHub } from './move.ts'
import { buy, earlyPurchases, latePurchases } from './purchases.ts'
import {
  differences,
  expectedStock,
  hubStock,
  readJournal,
  type Tally,
  tallyFile,
  tallyHub,
  tallyJournal,
} from './tally.ts'

const DRAIN_TIMEOUT_MS = 300_000

export interface ReplayOptions {
  dataDir: string
  /** Number of tills that sell concurrently with one agent. */
  tills: number
  /** Database URL of the hub, or undefined to start its own PostgreSQL. */
  databaseUrl?: string | undefined
  /** Database URL of the hub to which the organization is moved at the end. */
  newDatabaseUrl?: string | undefined
  say(line: string): void
}

export interface Outcome {
  columns: { file: Tally; journal: Tally; hub: Tally }
  products: { expected: number; atHub: number }
  books: Books
  reported: Reported
  moved: Moved
  differences: string[]
  hubKills: number
  agentKills: number
  interruptions: number
  seconds: number
}

/**
 * Purchases the goods and rings up every invoice at the tills of a real agent with a real hub, while both are
 * killed from time to time. Then enters back-dated purchases between the sales. Compares all receipts,
 * amounts and quantities in the file, the journal and the hub, and the cost of each line and the profit of
 * each product, including the hub's reports. Finally moves the organization to a new hub and compares its
 * responses.
 */
export async function replay(file: InvoiceFile, options: ReplayOptions): Promise<Outcome> {
  const startedAt = performance.now()
  const startedOn = new Date()
  const { dataDir, say } = options
  await using programs = new AsyncDisposableStack()
  const hub = new Program('hub', {
    HUB_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
  })
  programs.defer(() => hub.stop())
  await hub.start()
  const headOffice = new HeadOffice(hub.url)
  const shop = await headOffice.openShop()
  await headOffice.createProducts(file.products.values(), (done) => {
    if (done % 500 === 0) say(`${done} of ${file.products.size} products`)
  })
  const early = earlyPurchases(file)
  for (const purchase of early) await buy(headOffice, purchase)

  const agent = new Program('edge', {
    EDGE_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    HUB_URL: hub.url,
    EDGE_PAIRING_CODE: await headOffice.pairingCode(),
  })
  programs.defer(() => agent.stop())
  await agent.start()
  const tills = Array.from(
    { length: options.tills },
    (_, i) => new Cashier(() => agent.url, `till-${String(i + 1).padStart(4, '0')}`),
  )
  await firstDownload(must(tills[0]), file.products.size)
  for (const till of tills) await till.signIn(shop.employeeId, PIN)

  const disturbance = new Disturbance(planFor(file.invoices.length), hub, agent, say)
  const shown = await sell(file.invoices, tills, disturbance, say)
  await disturbance.settle()
  await drain(must(tills[0]), say)
  await agent.stop()

  const sales = readJournal(dataDir)
  const late = latePurchases(
    file,
    sales.map(({ soldAt }) => Date.parse(soldAt)),
  )
  say('the papers of goods that came while it was sold arrive')
  for (const purchase of late) await buy(headOffice, purchase)

  const purchases = [...early, ...late]
  const columns = { file: tallyFile(file), journal: tallyJournal(sales), hub: await tallyHub(headOffice) }
  const stock = { expected: expectedStock(file, purchases), hub: await hubStock(headOffice) }
  const books = await compareBooks(headOffice, { file, purchases, sales, atHub: columns.hub.byId.keys() })
  const reported = await compareReports(headOffice, { file, sales })
  const moved = await moveToNewHub(headOffice, {
    dataDir,
    databaseUrl: options.newDatabaseUrl,
    say,
    days: { from: dayOf(startedOn), to: dayOf(new Date()) },
    receipts: columns.hub.byId.keys(),
  })
  return {
    columns,
    products: { expected: stock.expected.size, atHub: stock.hub.size },
    books,
    reported,
    moved,
    differences: [
      ...shown.wrong,
      ...differences(columns, shown.sums, stock),
      ...books.differences,
      ...reported.differences,
      ...moved.differences,
    ],
    hubKills: disturbance.hubKills,
    agentKills: disturbance.agentKills,
    interruptions: tills.reduce((sum, till) => sum + till.interruptions, 0),
    seconds: Math.round((performance.now() - startedAt) / 1000),
  }
}

interface Shown {
  /** Sums by receipt id. */
  sums: Map<string, Amount>
  /** Receipts that do not match their invoices. */
  wrong: string[]
}

/** Sells the invoices. Each till takes the next one when it is free. */
async function sell(
  invoices: readonly Invoice[],
  tills: readonly Cashier[],
  disturbance: Disturbance,
  say: (line: string) => void,
): Promise<Shown> {
  const shown: Shown = { sums: new Map(), wrong: [] }
  let next = 0
  await Promise.all(
    tills.map(async (till) => {
      for (let index = next++; index < invoices.length; index = next++) {
        const invoice = must(invoices[index])
        disturbance.saleBegins(index)
        show(shown, await till.ringUp(invoice, index), invoice)
        if ((index + 1) % 250 === 0) say(`${index + 1} of ${invoices.length} sales`)
      }
    }),
  )
  return shown
}

function show(shown: Shown, receipt: Receipt, invoice: Invoice): void {
  if (shown.sums.has(receipt.id)) shown.wrong.push(`receipt ${receipt.receiptNumber} was given out twice`)
  if (!isSame(receipt, invoice, sumOf(invoice))) {
    shown.wrong.push(`receipt ${receipt.receiptNumber} is not what invoice ${invoice.number} says`)
  }
  shown.sums.set(receipt.id, amount(receipt.sum))
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

async function firstDownload(till: Cashier, products: number): Promise<void> {
  await until('the first download', async () => {
    const { settings, download } = await till.status()
    return settings !== null && download.products >= products
  })
}

async function drain(till: Cashier, say: (line: string) => void): Promise<void> {
  await until(
    'the last upload',
    async () => {
      const { upload } = await till.status()
      if (upload.waiting > 0) say(`${upload.waiting} sales are waiting`)
      return upload.waiting === 0
    },
    DRAIN_TIMEOUT_MS,
  )
}
