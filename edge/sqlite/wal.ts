import { existsSync, readFileSync } from 'node:fs'

interface CommittedPages {
  /** Page size in bytes, or null when the log is empty. */
  pageBytes: number | null
  pages: Map<number, Buffer>
}

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682

/**
 * Returns the newest version of each page in a write-ahead log, up to its last commit. Later pages were being
 * written at a power failure and are not part of the database. See
 * https://sqlite.org/fileformat2.html#the_write_ahead_log.
 */
export function lastCommittedPages(path: string): CommittedPages {
  const pages = new Map<number, Buffer>()
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  if (log.length < HEADER_BYTES || log.readUInt32BE(0) >>> 1 !== MAGIC >>> 1)
    return { pageBytes: null, pages }
  const pageBytes = log.readUInt32BE(8)
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1
  let sum = checksum(log.subarray(0, 24), [0, 0], isBigEndian)
  let uncommitted: [number, Buffer][] = []
  const frameBytes = FRAME_HEADER_BYTES + pageBytes
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    const header = log.subarray(at, at + FRAME_HEADER_BYTES)
    const bytes = log.subarray(at + FRAME_HEADER_BYTES, at + frameBytes)
    if (!header.subarray(8, 16).equals(log.subarray(16, 24))) break
    sum = checksum(bytes, checksum(header.subarray(0, 8), sum, isBigEndian), isBigEndian)
    if (sum[0] !== header.readUInt32BE(16) || sum[1] !== header.readUInt32BE(20)) break
    uncommitted.push([header.readUInt32BE(0), bytes])
    const isCommit = header.readUInt32BE(4) !== 0
    if (!isCommit) continue
    for (const [number, page] of uncommitted) pages.set(number, page)
    uncommitted = []
  }
  return { pageBytes, pages }
}

type Sum = readonly [number, number]

function checksum(bytes: Buffer, [first, second]: Sum, isBigEndian: boolean): Sum {
  let s0 = first
  let s1 = second
  for (let i = 0; i < bytes.length; i += 8) {
    s0 = (s0 + (isBigEndian ? bytes.readUInt32BE(i) : bytes.readUInt32LE(i)) + s1) >>> 0
    s1 = (s1 + (isBigEndian ? bytes.readUInt32BE(i + 4) : bytes.readUInt32LE(i + 4)) + s0) >>> 0
  }
  return [s0, s1]
}
