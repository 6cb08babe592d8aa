import type { Logger } from 'pino'
import type { PrinterProblem } from '#shared/contracts/till/printing.ts'
import { DRAWER, type PrintedDocument } from '#shared/receipts/document.ts'
import { sleep } from '#shared/std/retry.ts'
import type { Clock } from '../../clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { PrintJob } from '../../journal/print-spool.ts'
import { encodeDocument } from './encode.ts'
import { type PrintTiming, printOnce } from './print-once.ts'
import type { PrinterAddress } from './printer-address.ts'

export interface SpoolTiming extends PrintTiming {
  /** Delay in ms between a problem and the next attempt. */
  retryMs: number
}

export const DEFAULT_SPOOL_TIMING: SpoolTiming = {
  answerMs: 2_000,
  askEveryMs: 1_000,
  silentMs: 15_000,
  retryMs: 2_000,
}

/** Age up to which a job may still open the drawer, because the cashier is expected to stand in front of it. */
const DRAWER_MS = 60_000

export interface SpoolParts {
  journal: Journal
  /** Returns the printer with this name, or undefined when it has been removed from the settings. */
  findPrinter: (name: string) => PrinterAddress | undefined
  /** Lays out the receipt of a job, right before it is printed. */
  receiptOf: (job: PrintJob, paperWidth: PrinterAddress['paperWidth']) => PrintedDocument
  /** Called with texts that contain letters the printer lacks. */
  onLackingLetters: (printer: string, texts: readonly string[]) => void
  clock: Clock
  log: Logger
  timing: SpoolTiming
}

/**
 * Prints the jobs of the journal's print spool. Each printer handles one job at a time, in order, until the
 * job is printed or canceled. A job is marked before its first byte is sent. If the agent dies or the
 * connection is lost after that, it is unknown whether the job was printed. It is then printed again and
 * marked as a copy (docs/faults.md F3).
 */
export class Spool {
  readonly #parts: SpoolParts
  readonly #stopping = new AbortController()
  readonly #printers = new Map<string, { working: Promise<void>; hurry: AbortController }>()
  readonly #problems = new Map<string, PrinterProblem>()
  #current = new Map<number, AbortController>()

  constructor(parts: SpoolParts) {
    this.#parts = parts
  }

  /** Resumes the jobs left from an earlier run. */
  start(): void {
    const { journal } = this.#parts
    const pending = journal.read.printSpool.pending()
    if (pending.some(({ state }) => state === 'printing')) journal.transact((tx) => tx.printSpool.doubtAll())
    for (const { printer } of pending) this.wake(printer)
  }

  /** Wakes the queue of a printer, for a new job or an immediate retry. */
  wake(printer: string): void {
    if (this.#stopping.signal.aborted) return
    const known = this.#printers.get(printer)
    if (known) {
      known.hurry.abort()
      return
    }
    const entry = { working: Promise.resolve(), hurry: new AbortController() }
    this.#printers.set(printer, entry)
    entry.working = this.#work(printer).catch((error: unknown) => {
      this.#parts.log.error({ err: error, printer }, 'the print spool of a printer has stopped')
      this.#printers.delete(printer)
    })
  }

  /** Returns the problem that blocks the printer's jobs, or null when there is none. */
  problemOf(printer: string): PrinterProblem | null {
    return this.#problems.get(printer) ?? null
  }

  /**
   * Cancels a job. Returns false when the job has already ended. Data already sent to the printer may still
   * be printed.
   */
  cancel(id: number): boolean {
    const { journal, clock } = this.#parts
    const isCancelled = journal.transact((tx) =>
      tx.printSpool.end(id, 'cancelled', clock.now().toISOString()),
    )
    this.#current.get(id)?.abort()
    return isCancelled
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([...this.#printers.values()].map(({ working }) => working))
  }

  async #work(printer: string): Promise<void> {
    for (;;) {
      const job = this.#parts.journal.read.printSpool.next(printer)
      if (!job || this.#stopping.signal.aborted) {
        this.#problems.delete(printer)
        this.#printers.delete(printer)
        return
      }
      const problem = await this.#print(job).catch((error: unknown): PrinterProblem => {
        this.#parts.log.error({ err: error, job: job.id }, 'a print job failed')
        return 'printer_error'
      })
      if (problem === null) {
        this.#problems.delete(printer)
        continue
      }
      this.#tell(printer, problem)
      await this.#pause(printer)
    }
  }

  async #pause(printer: string): Promise<void> {
    const entry = this.#printers.get(printer)
    if (!entry) return
    entry.hurry = new AbortController()
    await sleep(this.#parts.timing.retryMs, AbortSignal.any([this.#stopping.signal, entry.hurry.signal]))
  }

  /** Prints a job. Returns the problem that prevented it, or null when the job is printed or canceled. */
  async #print(job: PrintJob): Promise<PrinterProblem | null> {
    const { journal, findPrinter, clock, timing, log } = this.#parts
    const printer = findPrinter(job.printer)
    if (!printer) return 'no_printer'
    const { bytes, lacking } = encodeDocument(this.#documentOf(job, printer), printer)
    if (lacking.length > 0) this.#parts.onLackingLetters(job.printer, lacking)
    const cancelled = new AbortController()
    this.#current.set(job.id, cancelled)
    try {
      const outcome = await printOnce(printer, bytes, {
        signal: AbortSignal.any([this.#stopping.signal, cancelled.signal]),
        timing,
        onSending: () => journal.transact((tx) => tx.printSpool.begin(job.id)),
        onProblem: (problem) => this.#tell(job.printer, problem),
      }).catch((error: unknown) => {
        log.error({ err: error, job: job.id }, 'a print job failed')
        return { printed: false, problem: 'printer_error', sent: true } as const
      })
      if (outcome.printed) {
        const at = clock.now().toISOString()
        journal.transact((tx) => {
          if (tx.printSpool.end(job.id, 'printed', at) && job.receiptNumber !== null)
            tx.receipts.notePrinted(job.receiptNumber, at)
        })
        return null
      }
      if (outcome.sent) journal.transact((tx) => tx.printSpool.doubt(job.id))
      return cancelled.signal.aborted ? null : outcome.problem
    } finally {
      this.#current.delete(job.id)
    }
  }

  /** Returns the document of a job. Jobs older than a minute do not open the drawer. */
  #documentOf(job: PrintJob, { paperWidth }: PrinterAddress): PrintedDocument {
    const document = job.document ?? this.#parts.receiptOf(job, paperWidth)
    const isFresh = this.#parts.clock.now().getTime() - Date.parse(job.queuedAt) < DRAWER_MS
    const blocks = job.opensDrawer ? [DRAWER, ...document.blocks] : document.blocks
    return { ...document, blocks: isFresh ? blocks : blocks.filter(({ kind }) => kind !== 'drawer') }
  }

  #tell(printer: string, problem: PrinterProblem | null): void {
    if (problem === this.problemOf(printer)) return
    if (problem === null) this.#problems.delete(printer)
    else this.#problems.set(printer, problem)
    this.#parts.log.info({ printer, problem }, 'printer')
  }
}
