/**
 * Returns the words that a typed word can mean, the closest first. Allows no typing error in a word of up to
 * 3 letters, one in a word of 4 or 5 letters, and two in a longer word. The typed text can be the beginning
 * of a word.
 */
export function closestWords(typed: string, words: readonly string[]): string[] {
  const most = typed.length < 4 ? 0 : typed.length < 6 ? 1 : 2
  return words
    .map((word) => ({
      word,
      slips: Math.min(editDistance(typed, word), editDistance(typed, word.slice(0, typed.length))),
    }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips)
    .map(({ word }) => word)
}

/** Returns the number of missing, extra, wrong and swapped adjacent letters (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      let slips = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) slips = Math.min(slips, at(beforeLast, j - 2) + 1)
      row.push(slips)
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

const at = (row: number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
