import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { lastCommittedPages } from './wal.ts'

type CarvedValue = number | string | Buffer | null

/** A row as stored in a page. The caller determines its table from the values. */
export interface CarvedRow {
  rowid: number
  /**
   * Values in the column order of CREATE TABLE. The INTEGER PRIMARY KEY is null here, because SQLite stores
   * it as the rowid.
   */
  values: CarvedValue[]
}

const DEFAULT_PAGE_BYTES = 4096
const TABLE_LEAF = 0x0d
const FILE_HEADER_BYTES = 100
const MOST_VALUES = 100
const LARGEST_ROW_BYTES = 64 * 1024 * 1024

/**
 * Reads the rows of a database file that SQLite refuses to open. Parses every readable leaf page, in the file
 * and in the committed part of its log, without SQLite. A damaged page can yield anything, so the caller must
 * verify rows, for example by a hash. See https://sqlite.org/fileformat2.html.
 */
export function* carveRows(path: string): Generator<CarvedRow> {
  using pages = new Pages(path)
  for (const page of pages.all()) {
    for (const row of leafRows(page, pages)) yield row
  }
}

interface Page {
  number: number
  bytes: Buffer
}

/** Pages of a file. Pages in its log take precedence. */
class Pages implements Disposable {
  readonly pageBytes: number
  readonly #file: number | null
  readonly #fileBytes: number
  readonly #logged: Map<number, Buffer>

  constructor(path: string) {
    this.#file = existsSync(path) ? openSync(path, 'r') : null
    this.#fileBytes = this.#file === null ? 0 : fstatSync(this.#file).size
    const log = lastCommittedPages(`${path}-wal`)
    this.#logged = log.pages
    this.pageBytes = log.pageBytes ?? this.#readPageSize()
  }

  get(number: number): Buffer | null {
    return this.#logged.get(number) ?? this.#read(number)
  }

  *all(): Generator<Page> {
    for (const [number, bytes] of this.#logged) yield { number, bytes }
    for (let number = 1; number <= this.#fileBytes / this.pageBytes; number++) {
      const bytes = this.#read(number)
      if (bytes) yield { number, bytes }
    }
  }

  [Symbol.dispose](): void {
    if (this.#file !== null) closeSync(this.#file)
  }

  /** Reads a page of the file. Returns null when the disk cannot read it. */
  #read(number: number): Buffer | null {
    if (this.#file === null || number < 1) return null
    const bytes = Buffer.alloc(this.pageBytes)
    try {
      const read = readSync(this.#file, bytes, 0, this.pageBytes, (number - 1) * this.pageBytes)
      return read === this.pageBytes ? bytes : null
    } catch {
      return null
    }
  }

  #readPageSize(): number {
    const bytes = Buffer.alloc(2)
    if (this.#file !== null) readSync(this.#file, bytes, 0, 2, 16)
    const size = bytes.readUInt16BE() === 1 ? 65_536 : bytes.readUInt16BE()
    return size >= 512 && (size & (size - 1)) === 0 ? size : DEFAULT_PAGE_BYTES
  }
}

function* leafRows({ number, bytes }: Page, pages: Pages): Generator<CarvedRow> {
  const start = number === 1 ? FILE_HEADER_BYTES : 0
  if (bytes[start] !== TABLE_LEAF) return
  const count = bytes.readUInt16BE(start + 3)
  for (let i = 0; i < count && start + 10 + 2 * i <= bytes.length; i++) {
    const row = readCell(bytes, bytes.readUInt16BE(start + 8 + 2 * i), pages)
    if (row) yield row
  }
}

/** Parses a row at an offset of a page. Returns null for bytes that are not a row. */
function readCell(page: Buffer, offset: number, pages: Pages): CarvedRow | null {
  try {
    const reader = new Reader(page, offset)
    const payloadBytes = reader.varint()
    const rowid = reader.varint()
    const values = readRecord(readPayload(page, reader.offset, payloadBytes, pages))
    return { rowid, values }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Reads a payload. The part that does not fit into the leaf continues on a linked list of overflow pages. */
function readPayload(page: Buffer, offset: number, payloadBytes: number, pages: Pages): Buffer {
  const usable = pages.pageBytes
  if (payloadBytes > LARGEST_ROW_BYTES) throw new RangeError('too large')
  const most = usable - 35
  if (payloadBytes <= most) return slice(page, offset, payloadBytes)
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const fitting = least + ((payloadBytes - least) % (usable - 4))
  const localBytes = fitting <= most ? fitting : least
  const parts = [slice(page, offset, localBytes)]
  let missing = payloadBytes - localBytes
  let next = page.readUInt32BE(offset + localBytes)
  while (missing > 0) {
    const overflow = pages.get(next)
    if (!overflow) throw new RangeError('overflow page missing')
    parts.push(slice(overflow, 4, Math.min(missing, usable - 4)))
    missing -= usable - 4
    next = overflow.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

function readRecord(payload: Buffer): CarvedValue[] {
  const header = new Reader(payload, 0)
  const headerBytes = header.varint()
  const body = new Reader(payload, headerBytes)
  const values: CarvedValue[] = []
  while (header.offset < headerBytes) {
    if (values.length >= MOST_VALUES) throw new RangeError('too many values')
    values.push(body.value(header.varint()))
  }
  return values
}

function slice(bytes: Buffer, offset: number, length: number): Buffer {
  if (length < 0 || offset + length > bytes.length) throw new RangeError('past the end')
  return bytes.subarray(offset, offset + length)
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8]

/** Byte reader. All methods throw RangeError past the end. */
class Reader {
  readonly #bytes: Buffer
  offset: number

  constructor(bytes: Buffer, offset: number) {
    this.#bytes = bytes
    this.offset = offset
  }

  varint(): number {
    let value = 0n
    for (let i = 0; i < 9; i++) {
      const byte = this.#bytes.readUInt8(this.offset++)
      if (i === 8) return Number(BigInt.asIntN(64, (value << 8n) | BigInt(byte)))
      value = (value << 7n) | BigInt(byte & 0x7f)
      if (byte < 0x80) break
    }
    return Number(value)
  }

  value(serialType: number): CarvedValue {
    if (serialType >= 12) {
      const bytes = this.#take(Math.floor((serialType - 12) / 2))
      return serialType % 2 === 0 ? bytes : bytes.toString('utf8')
    }
    if (serialType === 7) return this.#take(8).readDoubleBE()
    if (serialType === 8) return 0
    if (serialType === 9) return 1
    const length = INTEGER_BYTES[serialType]
    if (length === undefined) throw new RangeError('unknown type of value')
    if (length === 0) return null
    const bytes = this.#take(length)
    return length === 8 ? Number(bytes.readBigInt64BE()) : bytes.readIntBE(0, length)
  }

  #take(length: number): Buffer {
    const bytes = slice(this.#bytes, this.offset, length)
    this.offset += length
    return bytes
  }
}
