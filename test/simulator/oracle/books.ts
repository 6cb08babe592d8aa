import type { HubState } from './hub-state.ts'
import type { Finding } from './judge.ts'

/** The ledger adds up: each posted line moved its goods once, and stock is the sum of the movements. */
export function checkBooks(hub: HubState): Finding[] {
  return [...movementsOfSales(hub), ...balances(hub), ...bookedTwice(hub)]
}

function movementsOfSales({ sales, movements }: HubState): Finding[] {
  const findings: Finding[] = []
  const key = (documentId: string, lineNo: number): string => `${documentId} ${lineNo}`
  const byLine = Map.groupBy(movements, ({ documentId, lineNo }) => key(documentId, lineNo))
  for (const { id, isReturn, lines } of sales.values()) {
    for (const line of lines) {
      const moved = byLine.get(key(id, line.lineNo)) ?? []
      byLine.delete(key(id, line.lineNo))
      const due = line.kind === 'Good' ? (isReturn ? line.quantity : -line.quantity) : 0
      const is = moved.reduce((sum, { quantity }) => sum + quantity, 0)
      if (is !== due)
        findings.push({ kind: 'missed', what: `a line of sale ${id} moved ${is} instead of ${due}` })
    }
  }
  for (const [, [movement]] of byLine) {
    findings.push({ kind: 'doubled', what: `a movement of ${movement?.documentId} belongs to no line` })
  }
  return findings
}

function balances({ movements, balances }: HubState): Finding[] {
  const key = ({ storeId, productId }: { storeId: string; productId: string }): string =>
    `${storeId} ${productId}`
  const sums = new Map<string, number>()
  for (const each of movements) sums.set(key(each), (sums.get(key(each)) ?? 0) + each.quantity)
  for (const each of balances) sums.set(key(each), (sums.get(key(each)) ?? 0) - each.quantity)
  return [...sums]
    .filter(([, difference]) => difference !== 0)
    .map(([stock, difference]) => ({ kind: 'missed', what: `stock ${stock} is off by ${difference}` }))
}

/** A sale is booked because of an upload, and only then. */
function bookedTwice({ sales, uploads }: HubState): Finding[] {
  const findings: Finding[] = []
  for (const id of sales.keys()) {
    if (uploads.get(id)?.status !== 'posted')
      findings.push({ kind: 'doubled', what: `sale ${id} is booked without a posted upload` })
  }
  for (const { id, type, status } of uploads.values()) {
    if (type === 'sale' && status === 'posted' && !sales.has(id)) {
      findings.push({ kind: 'missed', what: `upload ${id} counts as posted and is not booked` })
    }
  }
  return findings
}
