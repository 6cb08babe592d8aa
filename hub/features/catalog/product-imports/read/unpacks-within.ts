const END = 0x06054b50
const END_BYTES = 22
/** Maximum length of the comment that can follow the end record. */
const MAX_COMMENT = 0xffff
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46

/** Size limits. A sheet of 100,000 products with 12 columns has about 45 MB, and its texts about 30 MB. */
const MAX_PART_BYTES = 150 * 1024 * 1024
const MAX_UNPACKED_BYTES = 300 * 1024 * 1024
const MAX_PARTS = 10_000
/** Maximum ratio of uncompressed to compressed size, as in Apache POI (ZipSecureFile). Small parts can exceed it. */
const MAX_RATIO = 100
const SMALL_PART_BYTES = 1024 * 1024

/**
 * True when each entry of a ZIP archive, and all of them together, have an uncompressed size that is
 * plausible for a workbook, according to the directory (APPNOTE.TXT 4.3.12). The decompression library stops
 * an entry at its stated size. Also false for a file that is not an archive, and for an entry without a size.
 */
export function unpacksWithin(archive: Buffer): boolean {
  const end = findEnd(archive)
  if (end === null) return false
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  // In ZIP64, used for archives of many gigabytes, the sizes are stored elsewhere, and count and position are
  // all ones.
  if (count > MAX_PARTS) return false
  let sum = 0
  for (let entry = 0; entry < count; entry += 1) {
    if (at + ENTRY_BYTES > archive.length || archive.readUInt32LE(at) !== ENTRY) return false
    const packed = archive.readUInt32LE(at + 20)
    const size = archive.readUInt32LE(at + 24)
    const nameLength = archive.readUInt16LE(at + 28)
    const isFolder = archive[at + ENTRY_BYTES + nameLength - 1] === 0x2f
    if (!isFolder && (size === 0 || packed === 0)) return false
    if (size > MAX_PART_BYTES) return false
    if (size > SMALL_PART_BYTES && size > packed * MAX_RATIO) return false
    sum += size
    at += ENTRY_BYTES + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return sum <= MAX_UNPACKED_BYTES
}

function findEnd(archive: Buffer): number | null {
  const first = Math.max(0, archive.length - END_BYTES - MAX_COMMENT)
  for (let at = archive.length - END_BYTES; at >= first; at -= 1)
    if (archive.readUInt32LE(at) === END) return at
  return null
}
