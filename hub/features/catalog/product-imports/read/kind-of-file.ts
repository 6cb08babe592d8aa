import type { Readable } from 'node:stream'

/** First bytes of a ZIP archive, the container of XLSX files. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** First bytes of Excel files from before 2007, and of XLSX files with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0]

/** True for an XLSX file, detected by its first bytes, never by its name. */
export const isXlsx = (beginning: Uint8Array): boolean => beginsWith(beginning, ZIP)
export const isOldExcel = (beginning: Uint8Array): boolean => beginsWith(beginning, OLE)

const beginsWith = (beginning: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, at) => beginning[at] === byte)

/** Returns the first chunk of a file. Empty for an empty file. */
export async function beginningOf(file: { open(): Readable }): Promise<Uint8Array> {
  for await (const chunk of file.open()) return chunk
  return new Uint8Array()
}
