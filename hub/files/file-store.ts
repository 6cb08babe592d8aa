import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** A file as it lies in the store. */
export interface StoredFile {
  contentType: string
  sizeBytes: number
}
/** Content that is read when it is stored. */
export interface FileContent {
  sizeBytes: number
  open(): Readable
}
/** Both ends included. */
export interface ByteRange {
  start: number
  end: number
}
export interface OpenFile extends StoredFile {
  /** Of the whole file, or of the part that was asked for. */
  sizeBytes: number
  /** Whoever does not read it to the end cancels it. */
  content: ReadableStream<Uint8Array>
}

/**
 * Where uploaded files are kept, under keys such as `uploads/<organization>/<random>/thumb.webp`. What was put is durable
 * and is never changed: new content gets a new key. All hub processes share one store.
 */
export interface FileStore {
  put(key: string, content: Uint8Array | FileContent, contentType: string): Promise<void>
  /** All of it, or the part. undefined: there is none. */
  get(key: string, part?: ByteRange): Promise<OpenFile | undefined>
  head(key: string): Promise<StoredFile | undefined>
  /** Does nothing when there is none. */
  delete(key: string): Promise<void>
}

/** 160 random bits: nobody guesses it. In small letters, because some file systems do not tell case apart. */
export const newFileKey = (): string => randomBytes(20).toString('hex')

const SEGMENT = /^[a-z0-9_-][a-z0-9_.-]*$/

/** Throws when the key could lead out of the store, or mean two files. Callers make keys, requests never do. */
export function checkKey(key: string): string {
  if (key.length > 255 || !key.split('/').every((segment) => SEGMENT.test(segment)))
    throw new Error(`${JSON.stringify(key)} is no key of a file`)
  return key
}
