import { markingKey, parseMarkingCode } from '#shared/barcodes/marking-code.ts'
import { invalidField } from '#shared/problems/problem.ts'

/**
 * Returns the marking codes of each line in stored form, with separators. Throws `invalid_request` naming a
 * code whose piece is already in the document (docs/domain.md#marking-codes).
 */
export function readMarkingCodes(lines: readonly { markingCodes: readonly string[] }[]): string[][] {
  const lineOf = new Map<string, number>()
  return lines.map(({ markingCodes }, index) =>
    markingCodes.map((given, position) => {
      const code = parseMarkingCode(given)?.code ?? given
      const known = lineOf.get(markingKey(code))
      if (known !== undefined)
        throw invalidField(['lines', index, 'markingCodes', position], `its piece is in line ${known + 1}`)
      lineOf.set(markingKey(code), index)
      return code
    }),
  )
}
