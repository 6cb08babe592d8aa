import type { Amount } from '#shared/money/decimal.ts'

/** Entry in the ledger of a card. Negative points were taken from the card. */
export interface PointsRow {
  points: Amount
  at: Date
  availableFrom: Date
  expiresAt: Date | null
}

export interface PointsBalance {
  /** Points that can be spent. Negative when too many were spent. */
  balance: Amount
  /** Earned points that cannot be spent yet. */
  pending: Amount
  /** Expired points, earliest first, with one entry for each row that was not used up. */
  expired: { row: PointsRow; points: Amount; at: Date }[]
}

interface Lot {
  row: PointsRow
  left: number
}

/**
 * Returns the balance of a card at a given time (docs/domain.md#points). Points that expire first are spent
 * first. The balance is calculated from all rows each time, so that a row that arrives late, such as one of
 * an offline sale, counts from the time of the sale.
 */
export function pointsBalance(rows: readonly PointsRow[], moment: Date): PointsBalance {
  const events = rows
    .map((row) => ({ row, at: later(row.at, row.availableFrom) }))
    .filter(({ at }) => at <= moment)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || b.row.points - a.row.points)
  const expired: PointsBalance['expired'] = []
  let lots: Lot[] = []
  let debt = 0

  const expire = (until: Date) => {
    for (const { row, left } of lots)
      if (row.expiresAt && row.expiresAt <= until)
        expired.push({ row, points: left as Amount, at: row.expiresAt })
    lots = lots.filter(({ row }) => !row.expiresAt || row.expiresAt > until)
  }

  for (const { row, at } of events) {
    expire(at)
    if (row.points > 0) {
      const paid = Math.min(debt, row.points)
      debt -= paid
      lots.push({ row, left: row.points - paid })
      lots = lots.filter(({ left }) => left > 0).toSorted((a, b) => endOf(a) - endOf(b))
      continue
    }
    let taken: number = -row.points
    for (const lot of lots) {
      const part = Math.min(taken, lot.left)
      lot.left -= part
      taken -= part
    }
    lots = lots.filter(({ left }) => left > 0)
    debt += taken
  }
  expire(moment)
  const balance = lots.reduce((sum, { left }) => sum + left, -debt)
  const pending = rows
    .filter((row) => row.at <= moment && row.availableFrom > moment)
    .reduce((sum, row) => sum + row.points, 0)
  return { balance: (balance || 0) as Amount, pending: pending as Amount, expired }
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)
const endOf = ({ row }: Lot): number => row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
