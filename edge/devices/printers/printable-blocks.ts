import type { Block, TextBlock } from '#shared/receipts/document.ts'

/** A document as a printer can show it. */
interface Printable {
  blocks: Block[]
  /** Texts whose letters it has not. */
  lacking: string[]
}

/**
 * Texts that the printer has letters for. In the place of a product's name whose letters it has not stands the code of the
 * product, never nothing; pictures among letters are left out. Other texts keep their place: what is lacking of them
 * is drawn as boxes.
 */
export function printableBlocks(
  blocks: readonly Block[],
  canShow: (character: string) => boolean,
): Printable {
  const lacking: string[] = []
  /** Letters and accents joined, as fonts have them; an accent that is left over would take a place of its own. */
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
