import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** File in the store. */
export interface StoredFile {
  contentType: string
  sizeBytes: number
}
/** Content that is opened and read while it is being stored. */
export interface FileContent {
  sizeBytes: number
  open(): Readable
}
/** Byte range, inclusive. */
export interface ByteRange {
  start: number
  end: number
}
export interface OpenFile extends StoredFile {
  /** Size of the content: the whole file or the requested part. */
  sizeBytes: number
  /** Content of the file. A caller that does not read it to the end must cancel it. */
  content: ReadableStream<Uint8Array>
}

/**
 * Store for uploaded files with keys such as `uploads/<organization>/<random>/thumb.webp`. Stored files are
 * durable and immutable, and new content gets a new key. All hub processes share one store.
 */
export interface FileStore {
  put(key: string, content: Uint8Array | FileContent, contentType: string): Promise<void>
  /** Returns the file or the requested part, or undefined when the file does not exist. */
  get(key: string, part?: ByteRange): Promise<OpenFile | undefined>
  head(key: string): Promise<StoredFile | undefined>
  /** Deletes the file. Does nothing when it does not exist. */
  delete(key: string): Promise<void>
}

/** Returns a key with 160 random bits, which cannot be guessed. Lowercase, because some file systems ignore case. */
export const newFileKey = (): string => randomBytes(20).toString('hex')

const SEGMENT = /^[a-z0-9_-][a-z0-9_.-]*$/

/**
 * Returns the key unchanged. Throws when the key could lead out of the store or be ambiguous. Keys are always
 * created by callers, never taken from requests.
 */
export function checkKey(key: string): string {
  if (key.length > 255 || !key.split('/').every((segment) => SEGMENT.test(segment)))
    throw new Error(`${JSON.stringify(key)} is not a valid file key`)
  return key
}
