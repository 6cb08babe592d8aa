import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import type { ScaleReading } from '#shared/contracts/till/scale.ts'
import { quantityToNumber } from '#shared/money/decimal.ts'
import type { Clock } from '../../clock.ts'
import { type ReadWeight, readLine } from './read-line.ts'

/**
 * Maximum age of a valid reading. A scale sends several lines a second, so an older line may not match the
 * load any longer.
 */
const LASTS_MS = 2_000
/** Time without reads after which the agent disconnects from the scale, because many scales serve only one client. */
const IDLE_MS = 10_000
const LONGEST_LINE = 200

/** Address of a scale: a socket, or a serial port that the operating system exposes as a file. */
export type ScaleAddress = { host: string; port: number } | { path: string }

export interface Scale {
  /** Returns the current weight. The first call only connects and returns no weight yet. */
  read(): ScaleReading
  close(): void
}

export const NO_SCALE: Scale = { read: () => ({ state: 'absent', weight: null }), close: () => undefined }

/** A scale that continuously sends its display (read-line.ts). It stays connected as long as it is read. */
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
    // The next read reconnects.
    const release = () => {
      if (this.#stream === stream) this.#stream = null
    }
    stream.on('error', release)
    stream.on('close', release)
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
