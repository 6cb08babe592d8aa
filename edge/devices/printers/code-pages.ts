import CodepageEncoder, { type Codepage } from '@point-of-sale/codepage-encoder'

/** Code page numbers on most printers. */
const TABLES: Partial<Record<Codepage, number>> = {
  cp437: 0,
  cp850: 2,
  cp852: 18,
  cp866: 17,
  windows1252: 16,
  windows1251: 46,
}

export interface CodePage {
  codepage: Codepage
  /** Parameter of ESC t that selects the code page. 17 is CP866 on most printers. */
  table: number
}

/**
 * Reads the name of a code page and its number on the printer, which defaults to the usual one. Throws an
 * Error that names the wrong part.
 */
export function readCodePage(codepage: string, givenTable: string | undefined): CodePage {
  if (!isCodepage(codepage)) throw new Error(`codepage ${codepage} is not known; cp866 is, for example`)
  const table = Number(givenTable ?? TABLES[codepage] ?? 'none')
  if (!Number.isInteger(table) || table < 0 || table > 255)
    throw new Error(`table must give the number from 0 to 255 by which the printer knows ${codepage}`)
  return { codepage, table }
}

const isCodepage = (name: string): name is Codepage => CodepageEncoder.supports(name)
