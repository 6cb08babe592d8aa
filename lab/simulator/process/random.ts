import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { Random } from '#test/support/random.ts'
import { currentProcess, type SimProcess } from './process.ts'

/**
 * Derives all randomness of the product from the seed, so that tokens and back-offs are the same in each
 * replay. Each simulated process has its own source, so that concurrent processes do not affect each other.
 * Random bytes have a separate source, because ids are generated in advance and the next schedule uses the
 * remaining ones.
 */
let seed = 'nothing yet'
let shared = new Random(seed)
let byteSource = new Random(seed)
let sources = new WeakMap<SimProcess, Random>()

export function seedProduct(next: string): void {
  seed = next
  shared = new Random(seed)
  byteSource = new Random(`${seed} bytes`)
  sources = new WeakMap()
}

function source(): Random {
  const process = currentProcess()
  if (!process) return shared
  const known = sources.get(process)
  if (known) return known
  const made = new Random(`${seed} ${process.name}`)
  sources.set(process, made)
  return made
}

function fill<Target extends NodeJS.ArrayBufferView>(target: Target): Target {
  const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength)
  for (let i = 0; i < bytes.length; i++) bytes[i] = byteSource.below(256)
  return target
}

type Callback<T> = (error: Error | null, value: T) => void

function randomBytes(size: number, callback?: Callback<Buffer>): Buffer | undefined {
  const bytes = fill(Buffer.alloc(size))
  if (!callback) return bytes
  process.nextTick(callback, null, bytes)
  return undefined
}

function randomUUID(): string {
  const hex = fill(Buffer.alloc(16)).toString('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

Math.random = () => source().real()

function randomInt(least: number, limit?: number): number {
  return limit === undefined ? source().below(least) : source().between(least, limit - 1)
}

Object.assign(crypto, { randomBytes, randomUUID, randomInt, randomFillSync: fill })
for (const [name, value] of Object.entries({ getRandomValues: fill, randomUUID })) {
  Object.defineProperty(globalThis.crypto, name, { value, configurable: true })
}
syncBuiltinESMExports()
