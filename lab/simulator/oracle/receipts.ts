import type { Receipt } from '#shared/contracts/till/till.ts'
import { amount } from '#shared/money/decimal.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { readEntries } from '../world/journal-file.ts'
import type { World } from '../world/world.ts'
import { type HubState, saleOf } from './hub-state.ts'
import type { Finding } from './judge.ts'

/** Checks that the hub has every receipt given to a customer, once and unchanged, and all journal entries. */
export function checkReceipts(world: World, hub: HubState): Finding[] {
  return [...shownReceipts(world, hub), ...bookedReceipts(world, hub), ...journals(world, hub)]
}

function shownReceipts({ ledger, coverage }: World, hub: HubState): Finding[] {
  const findings: Finding[] = []
  const by = 'receipts shown'
  for (const [id, { receipt, till }] of coverage.of(by, ledger.shown)) {
    const who = `receipt ${receipt.receiptNumber} of ${till.name}`
    const upload = hub.uploads.get(id)
    if (!upload) {
      if (!ledger.goneWithTheDisk.has(id))
        findings.push({ kind: 'lost', by, what: `${who} is not at the hub` })
      continue
    }
    const sale = saleOf(upload)
    if (!sale || !isSame(receipt, sale)) {
      findings.push({ kind: 'missed', by, what: `${who} is another one at the hub: ${upload.body}` })
    }
  }
  return findings
}

function bookedReceipts({ ledger, coverage }: World, hub: HubState): Finding[] {
  const by = 'receipts booked'
  const posted = [...ledger.shown].filter(([id]) => hub.uploads.get(id)?.status === 'posted')
  return coverage.of(by, posted).flatMap(([id, { receipt, till }]): Finding[] => {
    const booked = hub.sales.get(id)
    if (booked?.sum === amount(receipt.sum) && booked.linesCount === receipt.lines.length) return []
    const how = booked ? `with ${booked.sum}` : 'not at all'
    return [{ kind: 'missed', by, what: `receipt ${receipt.receiptNumber} of ${till.name} is booked ${how}` }]
  })
}

function isSame(receipt: Receipt, sale: SaleBody): boolean {
  type Line = Receipt['lines'][number] | SaleBody['lines'][number]
  const face = ({ name, quantity, price, discountAmount, sum }: Line) => [
    name,
    quantity,
    price,
    discountAmount,
    sum,
  ]
  return (
    JSON.stringify([
      receipt.receiptNumber,
      receipt.isReturn,
      receipt.soldAt,
      receipt.sum,
      receipt.changeSum,
      receipt.lines.map(face),
      receipt.payments.map(({ type, amount: paid }) => [type, paid]),
    ]) ===
    JSON.stringify([
      sale.receiptNumber,
      sale.isReturn,
      sale.soldAt,
      sale.sum,
      sale.changeSum,
      sale.lines.map(face),
      sale.payments.map(({ type, amount: paid }) => [type, paid]),
    ])
  )
}

function journals({ machines, coverage }: World, hub: HubState): Finding[] {
  const findings: Finding[] = []
  const by = 'entries of journals'
  for (const { name, folder } of machines) {
    for (const { id, type, hash, body } of coverage.of(by, readEntries(folder))) {
      const upload = hub.uploads.get(id.toLowerCase())
      if (!upload)
        findings.push({ kind: 'lost', by, what: `${type} ${id} of the journal of ${name} is not at the hub` })
      else if (
        upload.body !== body &&
        !hub.conflicts.some((other) => other.id === id && other.body === body)
      ) {
        findings.push({ kind: 'missed', by, what: `${type} ${id} of ${name} is another one at the hub` })
      } else if (upload.body === body && upload.hash !== hash) {
        findings.push({ kind: 'missed', by, what: `${type} ${id} of ${name} has another hash at the hub` })
      }
    }
  }
  return findings
}
