/**
 * Returns the words of a text, split and normalized like in the search index of a till (unicode61
 * remove_diacritics 2): letters and digits, in lowercase, without diacritics. ё becomes е, since Russian
 * texts use both, but й keeps its breve.
 */
export function wordsOf(text: string): string[] {
  const folded = text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .normalize('NFC')
    .replace(/\p{Script=Latin}/gu, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}
