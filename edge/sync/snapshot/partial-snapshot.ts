import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { writeFileDurably } from '../../files/durable.ts'

/** The hub's description of the file, identical for all its parts. */
export const Label = z.object({
  /** ETag (RFC 9110, 8.8.3). Null when the file cannot be downloaded in parts. */
  etag: z
    .string()
    .regex(/^(W\/)?"[\x21\x23-\x7e]{0,200}"$/)
    .nullable(),
  /** Hex SHA-256 of the uncompressed file. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/i),
  unpackedBytes: z.int().min(1),
  packedBytes: z.int().min(1).nullable(),
})
export type Label = z.infer<typeof Label>

/**
 * A compressed replica file that is being downloaded from the hub. The received part stays on disk, with its
 * label beside it, so that the download can resume, even after a restart. Parts of different files are never
 * mixed.
 */
export class PartialSnapshot {
  readonly path: string
  readonly #labelPath: string
  #label: Label | null
  #bytes: number
  #isEnded = false
  #file: number | null = null

  constructor(path: string) {
    this.path = path
    this.#labelPath = `${path}.json`
    this.#label = readLabel(this.#labelPath)
    this.#bytes = this.#label ? sizeOf(path) : 0
    if (!this.#label) this.discard()
  }

  get label(): Label | null {
    return this.#label
  }

  /** Number of received bytes. */
  get bytes(): number {
    return this.#bytes
  }

  get isComplete(): boolean {
    const { packedBytes } = this.#label ?? {}
    if (packedBytes === undefined) return false
    return packedBytes === null ? this.#isEnded : this.#bytes === packedBytes
  }

  /** Starts over. Deletes the old part first, so that a label is never stored beside the bytes of another file. */
  begin(label: Label): void {
    this.discard()
    writeFileDurably(this.#labelPath, JSON.stringify(label))
    this.#label = label
  }

  append(bytes: Uint8Array): void {
    this.#file ??= openSync(this.path, 'a', 0o600)
    this.#bytes += writeSync(this.#file, bytes)
  }

  /** Closes the part file. `isWhole` is true when the connection ended like a complete file. */
  close(isWhole: boolean): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
    this.#isEnded = isWhole
  }

  discard(): void {
    this.close(false)
    for (const path of [this.path, this.#labelPath, `${this.#labelPath}.tmp`]) rmSync(path, { force: true })
    this.#label = null
    this.#bytes = 0
  }
}

function readLabel(path: string): Label | null {
  try {
    return Label.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
