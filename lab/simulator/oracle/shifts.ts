import type { ShiftDetail } from '#shared/contracts/sales/shifts.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { CashMovementBody, ShiftClosedBody, ShiftOpenedBody } from '#shared/sync/shift.ts'
import { readEntries } from '../world/journal-file.ts'
import { differingTotals, type ShownShift, totalsOf } from '../world/shifts-shown.ts'
import type { World } from '../world/world.ts'
import type { Check } from './coverage.ts'
import type { HubState } from './hub-state.ts'
import type { Finding } from './judge.ts'

type Say = (what: string, kind?: Finding['kind']) => void

/**
 * Checks that head office has every shift with the number, times and sums known to the till's cashiers,
 * closed only once. Sales must belong to a shift of their own till.
 */
export async function checkShifts(world: World, hub: HubState): Promise<Finding[]> {
  const findings: Finding[] = []
  const sayBy =
    (by: Check): Say =>
    (what, kind = 'missed') =>
      void findings.push({ kind, by, what })
  const facts = factsOf([...hub.uploads.values()].filter(({ status }) => status === 'posted'))
  const details = await readDetails(world, facts)
  checkShown(world, { hub, facts, details }, sayBy('shifts shown'))
  checkNumbers(world, sayBy('numbers of shifts'))
  checkSales(world, { hub, facts }, sayBy('sales in shifts'))
  await checkWithoutShift(world, hub, sayBy('sales without a shift'))
  checkJournals(world, sayBy('shifts in journals'))
  checkSums(world, { facts, details }, sayBy('shifts at head office'))
  return findings
}

/** Records of shifts by shift id. */
interface Facts {
  openings: Map<string, ShiftOpenedBody>
  closings: Map<string, ShiftClosedBody[]>
  sales: Map<string, SaleBody[]>
  movements: Map<string, CashMovementBody[]>
}

function factsOf(items: Iterable<{ type: string; body: string }>): Facts {
  const facts: Facts = { openings: new Map(), closings: new Map(), sales: new Map(), movements: new Map() }
  const add = <T>(map: Map<string, T[]>, id: string | null | undefined, body: T): void => {
    if (id) map.set(id, [...(map.get(id) ?? []), body])
  }
  for (const { type, body } of items) {
    if (!['sale', 'shift_opened', 'shift_closed', 'cash_movement'].includes(type)) continue
    const parsed = JSON.parse(body)
    if (type === 'shift_opened') facts.openings.set(parsed.id, parsed)
    if (type === 'shift_closed') add(facts.closings, parsed.shiftId, parsed)
    if (type === 'sale') add(facts.sales, parsed.shiftId, parsed)
    if (type === 'cash_movement') add(facts.movements, parsed.shiftId, parsed)
  }
  return facts
}

async function readDetails(world: World, { openings, closings }: Facts): Promise<Map<string, ShiftDetail>> {
  const details = new Map<string, ShiftDetail>()
  for (const id of new Set([...openings.keys(), ...closings.keys()])) {
    const answer = await world.await(world.office.send('GET', `/api/sales/shifts/${id}`))
    if (answer?.status === 200) details.set(id, answer.body)
  }
  return details
}

interface AtHub {
  hub: HubState
  facts: Facts
  details: Map<string, ShiftDetail>
}

function checkShown({ ledger, coverage }: World, { hub, facts, details }: AtHub, say: Say): void {
  const known = [...ledger.shifts].filter(([, { isTorn }]) => !isTorn)
  for (const [id, shift] of coverage.of('shifts shown', known)) {
    const { opened, closed, till, machine } = shift
    const who = `shift ${opened.number} of ${till.name}`
    const [opening, detail] = [facts.openings.get(id), details.get(id)]
    if (!opening || !detail) {
      say(`${who} is not at the hub`, 'lost')
      continue
    }
    const due = [opened.number, opened.openingCash, opened.openedAt]
    const is = [opening.number, opening.openingCash, opening.openedAt]
    if (String(is) !== String(due)) say(`${who} was opened with ${due} and is uploaded with ${is}`)
    const shownAt = [opened.number, opened.openingCash, machine.wasSkewed ? '' : opened.openedAt]
    const bookedAt = [detail.number, detail.openingCash, machine.wasSkewed ? '' : detail.openedAt]
    if (String(shownAt) !== String(bookedAt))
      say(`${who} was opened with ${shownAt} and is booked with ${bookedAt}`)
    const closings = facts.closings.get(id) ?? []
    if (closings.length !== (closed === null ? 0 : 1)) {
      say(`${who} is closed ${closings.length} times`, closings.length > 1 ? 'doubled' : 'missed')
    }
    if ((detail.closedAt === null) !== (closed === null))
      say(`${who} is closed at the hub at ${detail.closedAt}`)
    compareWithShown(shift, { hub, detail, closing: closings[0] }, (what) => say(`${who} ${what}`))
  }
}

function compareWithShown(
  { opened, closed, receipts, movements, machine }: ShownShift,
  { hub, detail, closing }: { hub: HubState; detail: ShiftDetail; closing: ShiftClosedBody | undefined },
  say: Say,
): void {
  const ofTill = totalsOf(opened.openingCash, receipts, movements)
  const posted = receipts.filter(({ id }) => hub.uploads.get(id)?.status === 'posted')
  const differing = differingTotals(totalsOf(opened.openingCash, posted, movements), detail.hubTotals)
  if (differing.length > 0) say(`has ${differing.join(', ')} at the hub`)
  if (detail.isDifferent && posted.length === receipts.length) say('counts as different')
  if (closing) {
    const wrong = differingTotals(ofTill, closing.totals)
    if (wrong.length > 0) say(`is closed with ${wrong.join(', ')}`)
  }
  if (closed === null || closed === 'unseen') return
  const due = [closed.countedCash, machine.wasSkewed ? '' : closed.closedAt]
  const is = [detail.countedCash, machine.wasSkewed ? '' : detail.closedAt]
  if (String(due) !== String(is)) say(`was closed with ${due} and is booked with ${is}`)
  const { totals } = closed
  const changed = totals && detail.totals ? differingTotals(totals, detail.totals) : ['no totals']
  if (changed.length > 0) say(`is booked with ${changed.join(', ')}`)
}

/**
 * Checks that each till numbers its shifts from 1. Skips tills whose disk was reset or lost, because they may
 * have forgotten shifts.
 */
function checkNumbers({ ledger, coverage }: World, say: Say): void {
  const { copied, harmed, shifts: all } = ledger
  const sure = [...all.values()].filter(({ machine }) => !copied.has(machine) && !harmed.has(machine))
  for (const [till, shifts] of Map.groupBy(coverage.of('numbers of shifts', sure), (shift) => shift.till)) {
    const numbers = shifts.map(({ opened }) => opened.number)
    const due = numbers.map((_, n) => n + 1)
    if (String(numbers) !== String(due)) say(`the shifts of ${till.name} have the numbers ${numbers}`)
  }
}

function checkSales({ ledger, coverage }: World, { hub, facts }: Omit<AtHub, 'details'>, say: Say): void {
  const sales = [...facts.sales].flatMap(([shiftId, all]) => all.map((sale) => ({ shiftId, sale })))
  for (const { shiftId, sale } of coverage.of('sales in shifts', sales)) {
    const opening = facts.openings.get(shiftId)
    const who = `sale ${sale.receiptNumber} of ${sale.tillId}`
    if (opening && opening.tillId !== sale.tillId) say(`${who} is in a shift of ${opening.tillId}`)
    const booked = hub.sales.get(sale.id)
    if (booked && booked.shiftId !== shiftId) say(`${who} is booked in shift ${booked.shiftId}`)
  }
  for (const [id, { receipt, till, shiftId }] of ledger.shown) {
    const booked = hub.sales.get(id)
    if (!booked || shiftId === undefined || booked.shiftId === shiftId) continue
    say(`receipt ${receipt.receiptNumber} of ${till.name} is booked in another shift than it was sold in`)
  }
}

/**
 * Checks sales without a shift. A retail point that requires shifts must not make any, except from a disk
 * that has lost its settings, and head office must flag those. Other retail points must get no flags.
 */
async function checkWithoutShift(
  { database, shop, ledger, coverage }: World,
  hub: HubState,
  say: Say,
): Promise<void> {
  const flagged = await database.read<{ id: string; isFlagged: boolean }>(
    `SELECT id, flags @> '[{"code": "shift_missing"}]' AS "isFlagged" FROM retail_sales WHERE device_id IS NOT NULL`,
  )
  const isFlagged = new Map(flagged.map((sale) => [sale.id, sale.isFlagged]))
  const posted = [...hub.uploads.values()].filter(
    ({ type, status }) => type === 'sale' && status === 'posted',
  )
  for (const { body } of coverage.of('sales without a shift', posted)) {
    const sale = JSON.parse(body) as SaleBody
    const isDemanded = shop.shiftPoints.includes(sale.retailPointId)
    const isDue = isDemanded && !sale.shiftId
    const who = `receipt ${sale.receiptNumber} of ${sale.tillId}`
    if (isFlagged.has(sale.id) && isFlagged.get(sale.id) !== isDue)
      say(`${who} is ${isDue ? 'not ' : ''}flagged shift_missing`)
    const shown = ledger.shown.get(sale.id)
    if (isDue && shown && !shown.isOfDamaged && !ledger.harmed.has(shown.machine))
      say(`${who} was sold without a shift, which its retail point demands`)
  }
}

/**
 * Checks that the closing sums of a shift match the earlier journal entries, even on disks that were reset or
 * copied. Skips shifts with sales recalled from the hub, which may have arrived after the closing.
 */
function checkJournals({ machines, ledger, coverage }: World, say: Say): void {
  for (const machine of machines) {
    if (ledger.harmed.has(machine)) continue
    const entries = readEntries(machine.folder)
    const recalled = factsOf(entries.filter(({ isRecalled }) => isRecalled)).sales
    const closed = entries.flatMap((entry, n) => (entry.type === 'shift_closed' ? [n] : []))
    for (const n of coverage.of('shifts in journals', closed)) {
      const closing = JSON.parse(entries[n]?.body ?? '') as ShiftClosedBody
      const before = factsOf(entries.slice(0, n))
      const opening = before.openings.get(closing.shiftId)
      if (!opening || recalled.has(closing.shiftId)) continue
      const due = totalsOf(
        opening.openingCash,
        before.sales.get(closing.shiftId) ?? [],
        before.movements.get(closing.shiftId) ?? [],
      )
      const wrong = differingTotals(due, closing.totals)
      if (wrong.length > 0)
        say(`shift ${opening.number} in the journal of ${machine.name} has ${wrong.join(', ')}`)
    }
  }
}

/** Checks that head office calculates a shift only from the uploads of its own till. */
function checkSums({ coverage }: World, { facts, details }: Omit<AtHub, 'hub'>, say: Say): void {
  const all = new Set([...facts.openings.keys(), ...facts.closings.keys()])
  for (const id of coverage.of('shifts at head office', all)) {
    const [opening, detail] = [facts.openings.get(id), details.get(id)]
    if (!detail) {
      say(`shift ${id} is uploaded and not booked`)
      continue
    }
    const due = totalsOf(opening?.openingCash ?? 0, facts.sales.get(id) ?? [], facts.movements.get(id) ?? [])
    const wrong = differingTotals(due, detail.hubTotals)
    if (wrong.length > 0) say(`shift ${detail.number} of ${detail.tillId} has ${wrong.join(', ')}`)
  }
}
