/**
 * What was typed as an FTS5 query in which every word must be the beginning of a word; null when there is no word in
 * it. The words are quoted: nothing that is typed is taken for an operator.
 */
export function searchQuery(typed: string): string | null {
  const words = typed
    .normalize('NFC')
    .replaceAll('ё', 'е')
    .replaceAll('Ё', 'Е')
    .match(/[\p{L}\p{N}]+/gu)
  return words ? words.map((word) => `"${word}"*`).join(' ') : null
}
