export type Delimiter = ';' | ',' | '\t'

/** In this order when there are as many of one as of the other. */
const DELIMITERS = [';', '\t', ','] as const

const SEPARATOR_LINE = /^"?sep=([;,\t])"?\r?\n/i

/**
 * The delimiter (docs/domain.md#import-files), detected from the first line outside quotes, and how many characters a
 * leading line such as `sep=;` takes, which is none of the table.
 */
export function findDelimiter(beginning: string): { delimiter: Delimiter; skip: number } {
  const said = SEPARATOR_LINE.exec(beginning)
  if (said) return { delimiter: said[1] as Delimiter, skip: said[0].length }
  const counts = countOutsideQuotes(beginning)
  const [delimiter] = DELIMITERS.toSorted((a, b) => counts[b] - counts[a])
  return { delimiter: delimiter as Delimiter, skip: 0 }
}

/** In the first line that is not blank. */
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
