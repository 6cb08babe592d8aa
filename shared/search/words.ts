/**
 * The words of a text as the search index of a till splits and folds them (unicode61 remove_diacritics 2): letters and
 * digits, small, without diacritics. In Russian ё is written as е as often as not, and й keeps its breve.
 */
export function wordsOf(text: string): string[] {
  const folded = text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .normalize('NFC')
    .replace(/\p{Script=Latin}/gu, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}
