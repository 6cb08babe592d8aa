import { createHash } from 'node:crypto'
import { BEGINNING, now } from './process/time.ts'

/** Readable log of all actions with their virtual times. Deterministic for each seed. */
export class Trace {
  readonly lines: string[] = []
  readonly faults = new Map<string, number>()
  stepNumber = 0

  say(text: string): void {
    const seconds = ((now() - BEGINNING) / 1000).toFixed(3)
    this.lines.push(`${String(this.stepNumber).padStart(4)}  ${seconds.padStart(10)} s  ${text}`)
  }

  fault(kind: string, text: string): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1)
    this.say(`! ${kind}: ${text}`)
  }

  hash(): string {
    return createHash('sha256').update(this.lines.join('\n')).digest('hex').slice(0, 16)
  }
}
