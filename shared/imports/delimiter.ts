export type Delimiter = ';' | ',' | '\t'

/** Delimiters, the preferred ones first when counts are equal. */
const DELIMITERS = [';', '\t', ','] as const

const SEPARATOR_LINE = /^"?sep=([;,\t])"?\r?\n/i

/**
 * Returns the delimiter (docs/domain.md#import-files) and the number of characters to skip. A leading line
 * such as `sep=;` states the delimiter and is skipped. Otherwise the delimiter is the most frequent one
 * outside quotes in the first line that is not blank.
 */
export function findDelimiter(beginning: string): { delimiter: Delimiter; skip: number } {
  const stated = SEPARATOR_LINE.exec(beginning)
  if (stated) return { delimiter: stated[1] as Delimiter, skip: stated[0].length }
  const counts = countOutsideQuotes(beginning)
  const [delimiter] = DELIMITERS.toSorted((a, b) => counts[b] - counts[a])
  return { delimiter: delimiter as Delimiter, skip: 0 }
}

/**
 * Counts each delimiter outside quotes in the first line that is not blank. A line of only white space,
 * semicolons and commas counts as blank.
 */
function countOutsideQuotes(text: string): Record<Delimiter, number> {
  const counts = { ';': 0, ',': 0, '\t': 0 }
  let isQuoted = false
  for (const character of text.replace(/^[\s;,]*\n/, '')) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n') break
    else if (character in counts) counts[character as Delimiter] += 1
  }
  return counts
}
