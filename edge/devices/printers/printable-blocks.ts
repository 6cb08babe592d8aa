import type { Block, TextBlock } from '#shared/receipts/document.ts'

/** A document reduced to what a printer can show. */
interface Printable {
  blocks: Block[]
  /** Texts with letters that the printer lacks. */
  lacking: string[]
}

/**
 * Returns the blocks with texts that the printer has letters for. A product name with missing letters is
 * replaced by the code of the product, never by nothing; pictures among letters are left out. Other texts
 * keep their place: their missing letters are drawn as boxes.
 */
export function printableBlocks(
  blocks: readonly Block[],
  canShow: (character: string) => boolean,
): Printable {
  const lacking: string[] = []
  /** Joins letters and accents, as fonts have them; a separate accent would take a place of its own. */
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
