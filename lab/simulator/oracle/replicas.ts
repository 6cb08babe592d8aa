import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { effectiveVatRate, type VatOfGroup } from '#shared/catalog/effective-vat.ts'
import type { NextPrice } from '#shared/catalog/price-at.ts'
import type { TillProduct } from '#shared/contracts/till/till.ts'
import { type Amount, amountToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { DOWNLOAD_SCHEMAS, DownloadLine } from '#shared/sync/download.ts'
import { openDirectly } from '../process/sqlite.ts'
import { now } from '../process/time.ts'
import type { AgentMachine } from '../world/agent-machine.ts'
import type { HubServer } from '../world/hub-server.ts'
import type { Till } from '../world/till.ts'
import type { World } from '../world/world.ts'
import type { Check } from './coverage.ts'
import type { Finding } from './judge.ts'
import { recordsDiffer } from './records.ts'

/** Checks that tills show the records that the hub would send now (docs/sync.md I-5, I-20). */
export async function checkReplicas(world: World): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const machine of world.machines) {
    if (!machine.isUp || world.revoked.has(machine)) continue
    const missed = await compare(world, machine)
    const [first] = missed
    if (!first) continue
    const pages = { by: first.by, what: `its pages: ${await inspect(world, machine)}` }
    findings.push(
      ...[...missed, pages].map(
        ({ by, what }): Finding => ({ kind: 'missed', by, what: `${machine.name} ${what}` }),
      ),
    )
  }
  return findings
}

/** Returns the result of SQLite's integrity check, to help find the cause. */
async function inspect(world: World, machine: AgentMachine): Promise<string> {
  await world.await(machine.stop())
  try {
    const db = openDirectly(join(machine.folder, 'replica.db'))
    try {
      return String(db.pragma('integrity_check(3)', { simple: true }))
    } finally {
      db.close()
    }
  } catch (error) {
    return (error as Error).message
  }
}

type Missed = Pick<Finding, 'by' | 'what'>
const missedBy = (by: Check, all: readonly string[]): Missed[] => all.map((what) => ({ by, what }))

/**
 * Tolerance in ms for a till's estimate of the hub's time. The actual error is the delay of a response, which
 * is much smaller.
 */
const CLOCK_TOLERANCE_MS = 1000

/** True when a price is just starting to apply, so that only some tills may apply it. */
const beginsNow = (line: DownloadLine): boolean =>
  line.t === 'product' &&
  line.op === 'put' &&
  (line.v.nextPrices ?? []).some(({ from }) => Math.abs(Date.parse(from) - now()) < CLOCK_TOLERANCE_MS)

async function compare(world: World, machine: AgentMachine): Promise<Missed[]> {
  const lines = await world.await(downloadAfresh(must(world.hubs.find(({ isUp }) => isUp)), machine))
  const [till] = world.tillsOf(machine)
  if (!lines || !till) return missedBy('products at tills', ['gets no snapshot'])
  if (!till.isSignedIn) await world.await(till.signIn())
  while (lines.some(beginsNow)) await world.pass(2 * CLOCK_TOLERANCE_MS)
  const { offered, listed } = productsIn(lines)
  const held = await world.await(heldProducts(till))
  if (!held) return missedBy('products at tills', ['does not show its products'])
  const missed = differences(world, listed, held)
  if (missed.length > 0) return missedBy('products at tills', missed)
  return [
    ...missedBy('settings at tills', await settingsDiffer(world, till, lines)),
    ...missedBy('records at tills', recordsDiffer(world, machine, lines)),
    ...missedBy('lookups at tills', await lookupsDiffer(world, till, { offered, listed })),
  ]
}

async function downloadAfresh(hub: HubServer, machine: AgentMachine): Promise<DownloadLine[]> {
  const device = JSON.parse(readFileSync(join(machine.folder, 'device.json'), 'utf8'))
  const form = {
    grant_type: 'client_credentials',
    client_id: device.clientId,
    client_secret: device.clientSecret,
  }
  const token = await hub.fetch('/~/connect/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': '10.9.9.9' },
    body: new URLSearchParams(form).toString(),
  })
  const { access_token } = JSON.parse(Buffer.from(token.body).toString('utf8'))
  const answer = await hub.fetch(`/api/pos/v1/sync?schema=${DOWNLOAD_SCHEMAS.newest}`, {
    headers: { Authorization: `Bearer ${access_token}` },
  })
  const lines = Buffer.from(answer.body).toString('utf8').trimEnd().split('\n')
  return lines.slice(1, -1).map((line) => JSON.parse(line) as DownloadLine)
}

type Face = Pick<
  TillProduct,
  'name' | 'code' | 'article' | 'barcodes' | 'groupName' | 'unitName' | 'price' | 'vatRate' | 'inStock'
>

interface Catalog {
  offered: Map<string, Face>
  /** Products shown in lists. Where lists show only products in stock, only those. */
  listed: Map<string, Face>
}

function productsIn(sent: DownloadLine[]): Catalog {
  const lines = sent.map((each) => DownloadLine.parse(each))
  const stock = new Map<string, number>()
  let [isStockShown, onlyInStock] = [false, false]
  for (const line of lines) {
    if (line.op !== 'put') continue
    if (line.t === 'stock') stock.set(line.id, quantityToNumber(line.v.quantity))
    if (line.t !== 'settings') continue
    onlyInStock = line.v.onlyInStock
    isStockShown = line.v.isStockKnown
  }
  const groups = new Map<string, VatOfGroup & { name: string }>()
  const units = new Map<string, string>()
  const offered = new Map<string, Face>()
  for (const line of lines) {
    if (line.op !== 'put') continue
    if (line.t === 'group') groups.set(line.id, line.v)
    if (line.t === 'unit') units.set(line.id, line.v.name)
    if (line.t !== 'product') continue
    const { name, code, article, barcodes, groupId, unitId } = line.v
    const groupName = groupId === null ? null : (groups.get(groupId)?.name ?? null)
    const unitName = units.get(unitId) ?? ''
    const price = amountToNumber(dueNow(line.v))
    const rate = effectiveVatRate(line.v, (id) => groups.get(id))
    const vatRate = rate === null ? null : percentToNumber(rate)
    const inStock = isStockShown && line.v.kind !== 'Service' ? (stock.get(line.id) ?? 0) : null
    offered.set(line.id, { name, code, article, barcodes, groupName, unitName, price, vatRate, inStock })
  }
  const listed = [...offered].filter(([, { inStock }]) => !onlyInStock || inStock === null || inStock > 0)
  return { offered, listed: new Map(listed) }
}

/** Returns the latest price that has started to apply. */
function dueNow({ price, nextPrices }: { price: Amount; nextPrices: readonly NextPrice[] }): Amount {
  const due = nextPrices.filter(({ from }) => Date.parse(from) <= now())
  const latest = due.reduce(
    (last: NextPrice | null, each) => (!last || each.from > last.from ? each : last),
    null,
  )
  return latest?.price ?? price
}

async function heldProducts(till: Till): Promise<Map<string, Face>> {
  const answer = await till.send('GET', '/products?search=&limit=100')
  const items = (answer?.body?.items ?? []) as TillProduct[]
  return new Map(items.map((item) => [item.id, faceOf(item)]))
}

const faceOf = ({
  name,
  code,
  article,
  barcodes,
  groupName,
  unitName,
  price,
  vatRate,
  inStock,
}: TillProduct): Face => ({ name, code, article, barcodes, groupName, unitName, price, vatRate, inStock })

function differences({ coverage }: World, expected: Map<string, Face>, held: Map<string, Face>): string[] {
  const missed: string[] = []
  for (const id of coverage.of('products at tills', new Set([...expected.keys(), ...held.keys()]))) {
    const [due, is] = [JSON.stringify(expected.get(id)), JSON.stringify(held.get(id))]
    if (due !== is) missed.push(`holds ${is ?? 'nothing'} and should hold ${due ?? 'nothing'}`)
  }
  return missed.slice(0, 5)
}

async function settingsDiffer(world: World, till: Till, lines: DownloadLine[]): Promise<string[]> {
  const status = await world.await(till.send('GET', '/status'))
  const due = lines.find((line) => line.t === 'settings')
  const shown = status?.body.settings
  if (due?.op !== 'put' || due.t !== 'settings' || !shown) return ['has no settings']
  // Tills derive the logo from logoPath, and shops of the simulator have none.
  const values = { ...(due.v as Record<string, unknown>), logo: null } as Record<string, unknown>
  return world.coverage
    .of('settings at tills', Object.keys(shown))
    .filter((name) => JSON.stringify(shown[name]) !== JSON.stringify(values[name]))
    .map((name) => `has the setting ${name} as ${shown[name]} instead of ${values[name]}`)
}

/** Looks up a few products by search text and code, to check the indexes too. */
async function lookupsDiffer(world: World, till: Till, { offered, listed }: Catalog): Promise<string[]> {
  const missed: string[] = []
  const all = [...offered]
  const random = world.randomFor(`lookups ${till.name}`)
  for (let n = 0; n < 4 && all.length > 0; n++) {
    const [id, face] = random.pick(all)
    const paths = [
      ...(listed.has(id) ? [`/products?search=${encodeURIComponent(face.name)}&limit=100`] : []),
      ...face.barcodes.slice(0, 1).map((code) => `/products/by-code/${encodeURIComponent(code)}`),
    ]
    for (const path of world.coverage.of('lookups at tills', paths)) {
      const answer = await world.await(till.send('GET', path))
      const ids = ((answer?.body?.items ?? []) as TillProduct[]).map((item) => item.id)
      if (!ids.includes(id)) missed.push(`does not find ${face.name} by ${path}`)
    }
  }
  return missed
}
