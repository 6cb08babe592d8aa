import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import type { ScaleReading } from '#shared/contracts/till/scale.ts'
import { quantityToNumber } from '#shared/money/decimal.ts'
import type { Clock } from '../../clock.ts'
import { type ReadWeight, readLine } from './read-line.ts'

/** A scale sends several lines a second: what is older says nothing of what lies on it now. */
const LASTS_MS = 2_000
/** A scale that nobody looks at is let go of: many serve one reader only. */
const IDLE_MS = 10_000
const LONGEST_LINE = 200

/** At a socket, or a serial port that the operating system shows as a file. */
export type ScaleAddress = { host: string; port: number } | { path: string }

export interface Scale {
  /** What lies on it now. The first look connects, so that it says nothing yet. */
  read(): ScaleReading
  close(): void
}

export const NO_SCALE: Scale = { read: () => ({ state: 'absent', weight: null }), close: () => undefined }

/** A scale that sends what it shows again and again (read-line.ts). It is connected while somebody looks. */
export class ContinuousScale implements Scale {
  readonly #address: ScaleAddress
  readonly #clock: Clock
  #stream: Readable | null = null
  #rest = ''
  #last: (ReadWeight & { atMs: number }) | null = null
  #idle: NodeJS.Timeout | undefined

  constructor(address: ScaleAddress, clock: Clock) {
    this.#address = address
    this.#clock = clock
  }

  read(): ScaleReading {
    this.#stream ??= this.#open()
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.close(), IDLE_MS).unref()
    const last = this.#last
    const ageMs = last === null ? LASTS_MS : this.#clock.now().getTime() - last.atMs
    if (last === null || ageMs >= LASTS_MS || ageMs < 0) return { state: 'silent', weight: null }
    return { state: last.state, weight: last.weight === null ? null : quantityToNumber(last.weight) }
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#stream?.destroy()
    this.#stream = null
    this.#last = null
    this.#rest = ''
  }

  #open(): Readable {
    const address = this.#address
    const stream: Readable = 'path' in address ? createReadStream(address.path) : connect(address)
    stream.setEncoding('latin1')
    stream.on('data', (text: string) => this.#take(text))
    // The next look tries again.
    const letGo = () => {
      if (this.#stream === stream) this.#stream = null
    }
    stream.on('error', letGo)
    stream.on('close', letGo)
    return stream
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split(/[\r\n]+/)
    this.#rest = (lines.pop() ?? '').slice(-LONGEST_LINE)
    for (const line of lines) {
      const read = readLine(line)
      if (read) this.#last = { ...read, atMs: this.#clock.now().getTime() }
    }
  }
}
