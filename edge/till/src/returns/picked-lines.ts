import type { Receipt } from '#shared/contracts/till/till.ts'

type ReceiptLine = Receipt['lines'][number]

/** Returned quantity by line number. Lines that are not listed are not returned. */
export type PickedLines = Readonly<Record<number, number>>

export const pickEverything = (lines: readonly ReceiptLine[]): PickedLines =>
  Object.fromEntries(
    lines.filter((line) => line.returnable > 0).map((line) => [line.lineNo, line.returnable]),
  )

export const isAnythingPicked = (picked: PickedLines): boolean =>
  Object.values(picked).some((value) => value > 0)

export const isEverythingPicked = (lines: readonly ReceiptLine[], picked: PickedLines): boolean =>
  lines.every((line) => (picked[line.lineNo] ?? 0) >= line.returnable)

/** Returns the lines for the request to the agent. Undefined means everything that is still returnable. */
export function requestedLines(
  lines: readonly ReceiptLine[],
  picked: PickedLines,
): { lineNo: number; quantity: number }[] | undefined {
  if (isEverythingPicked(lines, picked)) return undefined
  return lines
    .map(({ lineNo }) => ({ lineNo, quantity: picked[lineNo] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
}
