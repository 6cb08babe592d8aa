import { v5, v7 } from 'uuid'

const ID_BYTES = 16
/** Random bytes for many ids, because a separate call for each id would be slow. */
const random = new Uint8Array(256 * ID_BYTES)
let used = random.length
let msecs = 0
let seq = 0

/**
 * Returns a new record id. It is a UUID v7 (RFC 9562), so later ids sort after earlier ones, even within a
 * millisecond, and indexes stay dense.
 */
export function newId(): string {
  if (used === random.length) {
    crypto.getRandomValues(random)
    used = 0
  }
  const own = random.subarray(used, used + ID_BYTES)
  used += ID_BYTES
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    // The highest of the 32 bits is left free for counting. Two billion ids fit before the clock must
    // advance.
    seq = new DataView(own.buffer, own.byteOffset).getUint32(0) >>> 1
  } else {
    seq += 1
  }
  return v7({ random: own, msecs, seq })
}

const COUNTERFOIL_NAMESPACE = '6f1f2f5c-54f5-4c29-9d39-7a0d8d3f2b11'

/** Returns the same id for the same name (UUID v5). Use it for records that must not be created twice. */
export function idFromName(name: string): string {
  // With a string instead of bytes, the library takes a second for a name of several megabytes.
  return v5(new TextEncoder().encode(name), COUNTERFOIL_NAMESPACE)
}
