import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Transform, type TransformCallback } from 'node:stream'
import zlib from 'node:zlib'
import { track } from './activity.ts'

/**
 * Replaces work that Node does in its own threads. Compression becomes synchronous, so that it takes no turn
 * of its own. Cryptography is counted while it runs.
 */
const require = createRequire(import.meta.url)

type ZlibCallback = (error: Error | null, result?: Buffer) => void
type Sync = (data: zlib.InputType, options?: zlib.ZlibOptions) => Buffer

const onTheSpot =
  (work: Sync) =>
  (data: zlib.InputType, options: zlib.ZlibOptions | ZlibCallback, callback?: ZlibCallback): void => {
    const done = typeof options === 'function' ? options : (callback as ZlibCallback)
    let answer: [Error | null, Buffer?]
    try {
      answer = [null, work(data, typeof options === 'function' ? {} : options)]
    } catch (error) {
      answer = [error as Error]
    }
    process.nextTick(done, ...answer)
  }

/** Returns a stream that collects all data and processes it at the end. */
const gathering = (work: Sync) => (options?: zlib.ZlibOptions) => {
  const parts: Buffer[] = []
  return new Transform({
    transform(part: Buffer, _encoding, done: TransformCallback) {
      parts.push(part)
      done()
    },
    flush(done: TransformCallback) {
      try {
        done(null, work(Buffer.concat(parts), options))
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

const { gzipSync, gunzipSync } = zlib
const replacements = {
  gzip: onTheSpot(gzipSync),
  gunzip: onTheSpot(gunzipSync),
  createGzip: gathering(gzipSync),
  createGunzip: gathering(gunzipSync),
}
for (const [name, value] of Object.entries(replacements)) {
  Object.defineProperty(zlib, name, { value, configurable: true, enumerable: true, writable: true })
}
syncBuiltinESMExports()

function webStream(work: Sync) {
  return class {
    readonly readable: ReadableStream
    readonly writable: WritableStream

    constructor() {
      const parts: Uint8Array[] = []
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
        transform: (part) => {
          parts.push(part)
        },
        flush: (controller) => controller.enqueue(work(Buffer.concat(parts))),
      })
      this.readable = readable
      this.writable = writable
    }
  }
}
Object.assign(globalThis, {
  CompressionStream: webStream(gzipSync),
  DecompressionStream: webStream(gunzipSync),
})

const subtle = Object.getPrototypeOf(globalThis.crypto.subtle) as Record<string, unknown>
for (const name of ['sign', 'verify', 'importKey', 'exportKey', 'generateKey', 'digest', 'deriveBits']) {
  const real = subtle[name] as (...args: unknown[]) => Promise<unknown>
  Object.defineProperty(subtle, name, {
    value: function counted(this: unknown, ...args: unknown[]) {
      return track(`crypto.subtle.${name}`, real.apply(this, args))
    },
  })
}

const argon2 = require('@node-rs/argon2') as Record<
  'hash' | 'verify',
  (...args: unknown[]) => Promise<unknown>
>
for (const name of ['hash', 'verify'] as const) {
  const real = argon2[name]
  argon2[name] = (...args) => track(`argon2 ${name}`, real(...args))
}
