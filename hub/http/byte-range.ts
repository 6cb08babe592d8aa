import type { ByteRange } from '#hub/files/file-store.ts'

/**
 * Parses a Range header for a file of `sizeBytes` (RFC 9110, section 14.1.2). Returns null for the whole
 * file, also when the header is invalid or has several ranges, which a server may ignore.
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 ? 'unsatisfiable' : lastBytes(Number(to), sizeBytes)
  const start = Number(from)
  const end = Math.min(to === '' ? Number.POSITIVE_INFINITY : Number(to), sizeBytes - 1)
  if (to !== '' && Number(to) < start) return null
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}

const lastBytes = (count: number, sizeBytes: number): ByteRange => ({
  start: Math.max(0, sizeBytes - count),
  end: sizeBytes - 1,
})
