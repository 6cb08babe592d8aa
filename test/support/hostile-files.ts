import { crc32, deflateRawSync } from 'node:zlib'

/** ZIP entry with optional false values in its headers. */
interface ZipEntry {
  name: string
  content: Buffer | string
  /** False values in the central directory. */
  stated?: { size?: number; packedSize?: number; flags?: number; method?: number }
  /** False values in the local header before the content. */
  statedBefore?: { size?: number }
  /** Offset stated in the central directory, to point to another entry. */
  at?: number
}

/** Returns a malicious ZIP (APPNOTE.TXT). `stated` contains false values for the end of the central directory. */
function zipOf(entries: readonly ZipEntry[], stated: { count?: number; directoryAt?: number } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, stated = {}, statedBefore = {}, at } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes, { level: 1 })
    const { size = bytes.length, packedSize = packed.length, flags = 0, method = 8 } = stated
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(crc32(bytes), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(statedBefore.size ?? size, 22)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    local.copy(entry, 6, 4, 26)
    entry.writeUInt32LE(packedSize, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(at ?? offset, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += local.length + Buffer.byteLength(name) + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(stated.count ?? entries.length, 8)
  end.writeUInt16LE(stated.count ?? entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(stated.directoryAt ?? offset, 16)
  return Buffer.concat([...parts, listed, end])
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (list: string): string =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** Returns the parts of a workbook with one sheet. `more` adds parts or replaces those with the same name. */
function partsOf(sheet: string | Buffer, more: ZipEntry[] = []): ZipEntry[] {
  const usual: ZipEntry[] = [
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    },
    {
      name: '_rels/.rels',
      content: relations(
        `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/>`,
      ),
    },
    { name: 'xl/sharedStrings.xml', content: `${XML}<sst ${MAIN}><si><t>Name</t></si></sst>` },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ]
  const names = new Set(more.map(({ name }) => name))
  return [...usual.filter(({ name }) => !names.has(name)), ...more]
}

const rowOf = (row: number, cells: string): string => `<row r="${row}">${cells}</row>`
const textCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const sheetOf = (rows: string): string =>
  `${XML}<worksheet ${MAIN}><sheetData>${rowOf(1, '<c t="s"><v>0</v></c>')}${rows}</sheetData></worksheet>`
const workbook = (rows: string, more?: ZipEntry[]): Buffer => zipOf(partsOf(sheetOf(rows), more))
const MB = 1024 * 1024
/** Returns text that compresses only about 50 times, much less than zeros. */
const thinned = (length: number): string => {
  const piece = Array.from({ length: 997 }, (_, at) => String.fromCharCode(97 + ((at * 7919) % 26))).join('')
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}
/** Returns content of the given size that compresses to a small file. */
const bomb = (megabytes: number): Buffer => {
  const content = Buffer.alloc(megabytes * MB, 'a')
  const head = `${XML}<sst ${MAIN}><si><t>`
  content.write(head, 0)
  content.write('</t></si></sst>', content.length - 15)
  return content
}
const strings = (content: Buffer | string, lies: Partial<ZipEntry> = {}): ZipEntry[] => [
  { name: 'xl/sharedStrings.xml', content, ...lies },
]

/** Functions that build XLSX and CSV files that could crash a naive reader. */
export const HOSTILE_TABLES: Readonly<Record<string, () => Buffer>> = {
  'XLSX with an entry outside of its folder': () =>
    zipOf([...partsOf(sheetOf(rowOf(2, textCell('x')))), { name: '../../../etc/passwd', content: 'x' }]),
  'XLSX whose texts unpack to 280 MB': () => workbook('', strings(bomb(280))),
  'XLSX whose texts unpack to more than their stated size': () =>
    workbook('', strings(bomb(150), { stated: { size: 5000 } })),
  'XLSX whose texts have two different stated sizes': () =>
    workbook(
      '',
      strings(bomb(150), { stated: { size: 40, packedSize: 0, flags: 8 }, statedBefore: { size: 2 ** 31 } }),
    ),
  'XLSX with a stated size of 0': () => workbook('', strings(bomb(20), { stated: { size: 0 } })),
  'XLSX with one cell of 120 MB': () => workbook(rowOf(2, textCell(thinned(120 * MB)))),
  'XLSX with a cell of 40,000 characters': () => workbook(rowOf(2, textCell('x'.repeat(40_000)))),
  'XLSX with a huge row after 6,000 small ones': () =>
    workbook(
      Array.from({ length: 6000 }, (_, at) => rowOf(at + 2, textCell(`p${at}`))).join('') +
        rowOf(7000, textCell(thinned(2000)).repeat(20_000)),
    ),
  'XLSX with a text in a million cells': () =>
    workbook(
      Array.from({ length: 1000 }, (_, at) => rowOf(at + 2, '<c t="s"><v>0</v></c>'.repeat(999))).join(''),
      strings(`${XML}<sst ${MAIN}><si><t>Name</t></si><si><t>${thinned(30_000)}</t></si></sst>`),
    ),
  'XLSX with a cell in the last possible column': () => workbook(rowOf(2, '<c r="XFD2"><v>1</v></c>')),
  'XLSX with an invalid row number': () => workbook(`<row r="1e99">${textCell('x')}</row>`),
  'XLSX with a deeply nested sheet': () => zipOf(partsOf(`${XML}${'<a>'.repeat(MB)}`)),
  'XLSX with deeply nested texts': () => workbook('', strings(`${XML}<sst ${MAIN}>${'<si>'.repeat(MB)}`)),
  'XLSX with 60,000 attributes': () =>
    zipOf(
      partsOf(
        `${XML}<worksheet ${Array.from({ length: 60_000 }, (_, at) => `a${at}="1"`).join(' ')}></worksheet>`,
      ),
    ),
  'XLSX with entities': () =>
    zipOf(
      partsOf(
        `<!DOCTYPE w [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><worksheet ${MAIN}><sheetData><row><c t="str"><v>${'&b;'.repeat(1000)}</v></c></row></sheetData></worksheet>`,
      ),
    ),
  'XLSX with overlapping entries': () =>
    zipOf([
      ...partsOf(sheetOf('')),
      ...Array.from({ length: 5000 }, (_, at) => ({
        name: `x${at}`,
        content: '',
        at: 0,
        stated: { size: 10 * MB },
      })),
    ]),
  'XLSX with the same entry twice': () =>
    zipOf([...partsOf(sheetOf('')), { name: 'xl/worksheets/sheet1.xml', content: 'no XML' }]),
  'XLSX that is encrypted': () =>
    zipOf(partsOf(sheetOf('')).map((entry) => ({ ...entry, stated: { flags: 1, method: 99 } }))),
  'XLSX with sizes of ZIP64': () => zipOf(partsOf(sheetOf('')), { count: 0xffff, directoryAt: 0xffffffff }),
  'XLSX with a wrong number of entries': () => zipOf(partsOf(sheetOf('')), { count: 60_000 }),
  'XLSX that is cut off': () => workbook('').subarray(0, 900),
  'CSV of 100,000 columns': () =>
    Buffer.from(`Name${Array.from({ length: 100_000 }, (_, at) => `;c${at}`).join('')}\nx\n`),
  'CSV with a row of 100,000 columns': () => Buffer.from(`Name;Code\nx${';'.repeat(100_000)}\n`),
  'CSV with a cell of 900,000 characters': () => Buffer.from(`Name;Code\n${'x'.repeat(900_000)};1\n`),
  'CSV with an unclosed quote': () => Buffer.from(`Name;Code\n"${'x;1\n'.repeat(MB)}`),
  'CSV of one line of 20 MB': () => Buffer.from(`Name;${'x'.repeat(20 * MB)}`),
  'CSV of 600,000 rows': () => Buffer.from(`Name\n${'a\n'.repeat(600_000)}`),
}

/** Functions that build tables with unusual parts that readers must ignore. */
export const ODD_TABLES: Readonly<Record<string, () => Buffer>> = {
  'XLSX with a wrong dimension': () =>
    zipOf(
      partsOf(
        sheetOf(rowOf(2, textCell('x'))).replace(
          '<sheetData>',
          '<dimension ref="A1:XFD1048576"/><sheetData>',
        ),
      ),
    ),
  'XLSX that contains itself': () => {
    const parts = partsOf(sheetOf(rowOf(2, textCell('x'))))
    return zipOf([...parts, { name: 'xl/embeddings/self.xlsx', content: zipOf(parts) }])
  },
}

/**
 * Returns a JSON text of the given size with the deepest possible nesting. `wideJson` returns the widest
 * possible array.
 */
export const deepJson = (bytes: number): string => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)
export const wideJson = (bytes: number): string => `[${'0,'.repeat(bytes / 2 - 1)}0]`
