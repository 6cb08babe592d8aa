const END = 0x06054b50
const END_BYTES = 22
/** A comment may follow the end. */
const MAX_COMMENT = 0xffff
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46

/**
 * What the entries of a ZIP archive unpack to together, as its directory says (APPNOTE.TXT 4.3.12); the library that
 * unpacks them stops an entry at that. Infinite where an entry does not say it; null: it is no archive.
 */
export function unpackedBytes(archive: Buffer): number | null {
  const end = findEnd(archive)
  if (end === null) return null
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  // The sizes stand elsewhere, as only an archive of many gigabytes needs (ZIP64).
  const isLarge = [archive.readUInt32LE(end + 12), at].includes(0xffffffff) || count === 0xffff
  if (isLarge) return Number.POSITIVE_INFINITY
  let sum = 0
  for (let entry = 0; entry < count; entry += 1) {
    if (at + ENTRY_BYTES > archive.length || archive.readUInt32LE(at) !== ENTRY) return null
    const size = archive.readUInt32LE(at + 24)
    const nameLength = archive.readUInt16LE(at + 28)
    const isFolder = archive[at + ENTRY_BYTES + nameLength - 1] === 0x2f
    sum += size === 0 && !isFolder ? Number.POSITIVE_INFINITY : size
    at += ENTRY_BYTES + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return sum
}

function findEnd(archive: Buffer): number | null {
  const first = Math.max(0, archive.length - END_BYTES - MAX_COMMENT)
  for (let at = archive.length - END_BYTES; at >= first; at -= 1)
    if (archive.readUInt32LE(at) === END) return at
  return null
}
