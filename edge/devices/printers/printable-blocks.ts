import type { Block, TextBlock } from '#shared/receipts/document.ts'

interface Printable {
  blocks: Block[]
  /** Texts with characters that the printer lacks. */
  lacking: string[]
}

/**
 * Returns the blocks with only those texts that the printer can show. A product name with missing letters is
 * replaced by the product code, and emoji are dropped. Other texts stay, with boxes for their missing
 * letters.
 */
export function printableBlocks(
  blocks: readonly Block[],
  canShow: (character: string) => boolean,
): Printable {
  const lacking: string[] = []
  /** Composes letters and their accents as fonts do. A separate accent would take up its own column. */
  const composed = (text: string): string =>
    [...text.normalize('NFC')].filter((character) => canShow(character) || !/\p{M}/u.test(character)).join('')
  const lacks = (character: string): boolean => /[^\s\p{C}]/u.test(character) && !canShow(character)
  const read = (text: string): string => {
    const shown = composed(text)
    if ([...shown].some(lacks)) lacking.push(text)
    return shown
  }
  const named = (block: TextBlock, otherwise: string): TextBlock => {
    const shown = [...read(block.text)]
    if (!shown.some(lacks)) return { ...block, text: shown.join('') }
    const rest = shown
      .filter((character) => !lacks(character))
      .join('')
      .replace(/ {2,}/g, ' ')
      .trim()
    const isNamed =
      !shown.some((character) => lacks(character) && /\p{L}/u.test(character)) && /\p{L}/u.test(rest)
    return { ...block, text: isNamed ? rest : otherwise }
  }
  const shownBlocks = blocks.map((block): Block => {
    if (block.kind === 'columns') return { ...block, cells: block.cells.map(read) }
    if (block.kind !== 'text') return block
    return block.otherwise === undefined
      ? { ...block, text: read(block.text) }
      : named(block, block.otherwise)
  })
  return { blocks: shownBlocks, lacking }
}
