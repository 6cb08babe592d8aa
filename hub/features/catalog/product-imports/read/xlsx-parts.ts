import { configure, type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { Parser } from 'htmlparser2'
import { zipContent } from '#hub/foreign-files/zip-content.ts'
import { must } from '#shared/std/must.ts'

configure({ useWebWorkers: false })

/** Number format, as far as it affects the meaning of the number (ECMA-376-1, 18.8.30). */
export type NumberFormat = { kind: 'plain' | 'date' | 'percent' } | { kind: 'zeros'; digits: number }

/** Parts of a workbook that are read in addition to the cells of its first sheet. */
export interface Workbook {
  sheet: FileEntry
  /** Names of the sheets that are ignored. */
  otherSheets: string[]
  strings: string[]
  /** Formats by a cell's style index. */
  formats: NumberFormat[]
  /** True when days are counted from 1904, as on old Macs. */
  is1904: boolean
}

type Attributes = Record<string, string>

/** Handlers for the elements of an XML text. Names are passed without a prefix. */
export interface Elements {
  open(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** Opens a workbook. Throws for any other file. */
export async function openWorkbook(packed: Uint8Array): Promise<Workbook> {
  const entries = new Map<string, FileEntry>()
  for (const entry of await new ZipReader(new Uint8ArrayReader(packed)).getEntries())
    if (!entry.directory) entries.set(entry.filename, entry)
  const path = must((await relationsOf(entries, '')).find(isOf('officeDocument')), 'a workbook').target
  const relations = await relationsOf(entries, path)
  const partOf = (type: string) => entries.get(relations.find(isOf(type))?.target ?? '')
  const { sheets, is1904 } = await readSheets(must(entries.get(path), path))
  const [first, ...others] = sheets
  const target = relations.find(({ id }) => id === must(first, 'a sheet').id)?.target
  return {
    sheet: must(entries.get(target ?? ''), 'the first sheet'),
    otherSheets: others.map(({ name }) => name),
    strings: await readStrings(partOf('sharedStrings')),
    formats: await readFormats(partOf('styles')),
    is1904,
  }
}

/** Parses an entry and yields after each chunk. */
export async function* parsePieces(entry: FileEntry, { open, close, text }: Elements): AsyncGenerator<void> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open(localName(name), attributes),
      onclosetag: (name) => close?.(localName(name)),
      ontext: (piece) => text?.(piece),
      onerror: (error) => {
        throw error
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder()
  for await (const piece of zipContent(entry)) {
    parser.write(decoder.decode(piece, { stream: true }))
    yield
  }
  parser.end()
  yield
}

async function parse(entry: FileEntry, elements: Elements): Promise<void> {
  for await (const _ of parsePieces(entry, elements));
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

interface Relation {
  id: string
  type: string
  target: string
}

const isOf =
  (type: string) =>
  (relation: Relation): boolean =>
    relation.type.endsWith(`/${type}`)

/** Reads the relationships of a part, with their target paths. An empty `part` means the package. */
async function relationsOf(entries: ReadonlyMap<string, FileEntry>, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const entry = entries.get(`${folder}_rels/${part.slice(folder.length)}.rels`)
  const relations: Relation[] = []
  if (entry)
    await parse(entry, {
      open(name, { Id = '', Type = '', Target = '' }) {
        if (name !== 'Relationship') return
        const { pathname } = new URL(Target, `file:///${folder}`)
        relations.push({ id: Id, type: Type, target: decodeURIComponent(pathname.slice(1)) })
      },
    })
  return relations
}

async function readSheets(entry: FileEntry) {
  const sheets: { id: string; name: string }[] = []
  let is1904 = false
  await parse(entry, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      sheets.push({ id: id ?? '', name: attributes.name ?? '' })
    },
  })
  return { sheets, is1904 }
}

async function readStrings(entry: FileEntry | undefined): Promise<string[]> {
  const strings: string[] = []
  const text = new TextElements()
  if (entry)
    await parse(entry, {
      open(name) {
        text.open(name)
      },
      close(name) {
        text.close(name)
        if (name === 'si') strings.push(text.take())
      },
      text: (piece) => text.add(piece),
    })
  return strings
}

/**
 * Collects the text of a string, which can consist of several runs (rich text). Phonetic guides (ruby) are
 * skipped.
 */
export class TextElements {
  #text = ''
  #isText = false
  #isSpoken = false

  open(name: string): void {
    if (name === 'rPh') this.#isSpoken = true
    this.#isText = name === 't' && !this.#isSpoken
  }

  close(name: string): void {
    if (name === 'rPh') this.#isSpoken = false
    this.#isText = false
  }

  add(piece: string): void {
    if (this.#isText) this.#text += piece
  }

  take(): string {
    const text = unescaped(this.#text)
    this.#text = ''
    return text
  }
}

/** Replaces escapes such as `_x000D_`, which represent characters that XML cannot contain. */
export const unescaped = (text: string): string =>
  text.replace(/_x([\dA-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

async function readFormats(entry: FileEntry | undefined): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isOfCells = false
  if (entry)
    await parse(entry, {
      open(name, { numFmtId, formatCode }) {
        if (name === 'cellXfs') isOfCells = true
        if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
        if (name === 'xf' && isOfCells) ids.push(Number(numFmtId ?? 0))
      },
      close(name) {
        if (name === 'cellXfs') isOfCells = false
      },
    })
  return ids.map((id) => formatOf(id, codes.get(id)))
}

/** True for a built-in date format, identified only by its number (ECMA-376-1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const BUILT_IN_PERCENT = [9, 10]

function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined)
    return { kind: isBuiltInDate(id) ? 'date' : BUILT_IN_PERCENT.includes(id) ? 'percent' : 'plain' }
  // Removes quoted texts, escaped characters and colors. The format of positive numbers comes first.
  const shown = code.replace(/"[^"]*"|\\.|_.|\[(?![hms]+\])[^\]]*\]/gi, '').split(';')[0] ?? ''
  if (/^0{2,}$/.test(shown)) return { kind: 'zeros', digits: shown.length }
  if (shown.includes('%')) return { kind: 'percent' }
  return { kind: /[ymdhs]/i.test(shown.replace(/general/i, '')) ? 'date' : 'plain' }
}
