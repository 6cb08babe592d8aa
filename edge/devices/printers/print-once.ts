import { once } from 'node:events'
import { open, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import type { PrinterProblem } from '#shared/contracts/till/printing.ts'
import { sleep } from '#shared/std/retry.ts'
import type { PrinterAddress } from './printer-address.ts'
import { ASK_OFFLINE_CAUSE, ASK_PAPER, ASK_WHEN_DONE, isLiveAnswer, problemIn } from './printer-status.ts'

export interface PrintTiming {
  /** Time limits in ms for the connection to the printer and for its response to a status request. */
  answerMs: number
  /** Interval in ms between paper status requests during printing. */
  askEveryMs: number
  /** Time in ms without a response after which the agent gives up on a printer that is printing. */
  silentMs: number
}

/** `sent`: part of the document may already be printed. */
export type PrintOutcome = { printed: true } | { printed: false; problem: PrinterProblem; sent: boolean }

export interface PrintWatch {
  signal: AbortSignal
  timing: PrintTiming
  /** Called before the first byte is sent. From then on, part of the document may be printed. */
  onSending: () => void
  /** Called with each problem that the printer reports during printing. */
  onProblem: (problem: PrinterProblem | null) => void
}

/**
 * Sends a document once. A printer that answers status requests is checked before, so that nothing is sent to
 * a printer without paper. Afterward it must confirm that the document is printed. For other printers, the
 * document counts as printed when the printer has accepted all bytes.
 */
export async function printOnce(
  printer: PrinterAddress,
  bytes: Uint8Array,
  watch: PrintWatch,
): Promise<PrintOutcome> {
  const { transport } = printer
  if (transport.kind === 'device') return writeToDevice(transport.path, bytes, watch)
  const talk = await Talk.begin(transport, watch)
  if (!talk) return { printed: false, problem: 'unreachable', sent: false }
  try {
    return printer.answers ? await talk.printAnswered(bytes) : await talk.printUnanswered(bytes)
  } finally {
    talk.end()
  }
}

async function writeToDevice(
  path: string,
  bytes: Uint8Array,
  { onSending }: PrintWatch,
): Promise<PrintOutcome> {
  let isBegun = false
  try {
    // A regular file is not a printer. The agent must not overwrite it.
    const file = await stat(path)
    if (!file.isCharacterDevice() && !file.isFIFO())
      return { printed: false, problem: 'unreachable', sent: false }
    await using device = await open(path, 'w')
    onSending()
    isBegun = true
    await device.writeFile(bytes)
    return { printed: true }
  } catch {
    return { printed: false, problem: isBegun ? 'connection_lost' : 'unreachable', sent: isBegun }
  }
}

class Talk {
  readonly #socket: Socket
  readonly #watch: PrintWatch
  readonly #closed: Promise<'closed'>
  #onByte: ((byte: number) => void) | null = null

  private constructor(socket: Socket, watch: PrintWatch) {
    this.#socket = socket
    this.#watch = watch
    // `once` from node:events would reject on an error such as ECONNRESET.
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve('closed')))
    socket.on('data', (bytes) => {
      for (const byte of bytes) this.#onByte?.(byte)
    })
    watch.signal.addEventListener('abort', () => socket.destroy(), { once: true })
  }

  /** Connects to a printer. Returns null when the connection fails or times out. */
  static async begin(
    { host, port }: { host: string; port: number },
    watch: PrintWatch,
  ): Promise<Talk | null> {
    const socket = connect({ host, port })
    socket.setNoDelay(true)
    // The close event covers errors too.
    socket.on('error', () => {})
    const isOpen = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      sleep(watch.timing.answerMs, watch.signal).then(() => false),
    ])
    if (isOpen) return new Talk(socket, watch)
    socket.destroy()
    return null
  }

  end(): void {
    this.#socket.destroy()
  }

  async printUnanswered(bytes: Uint8Array): Promise<PrintOutcome> {
    this.#watch.onSending()
    const flushed = new Promise<'flushed'>((resolve) => this.#socket.end(bytes, () => resolve('flushed')))
    const end = await Promise.race([flushed, this.#closed])
    if (end === 'flushed' && (await this.#isClosedWell())) return { printed: true }
    return { printed: false, problem: 'connection_lost', sent: true }
  }

  async #isClosedWell(): Promise<boolean> {
    await Promise.race([this.#closed, sleep(this.#watch.timing.answerMs, this.#watch.signal)])
    return this.#socket.errored === null && !this.#watch.signal.aborted
  }

  async printAnswered(bytes: Uint8Array): Promise<PrintOutcome> {
    const before = await this.#askState()
    if (before === 'unanswered') return { printed: false, problem: 'silent', sent: false }
    if (before !== null) return { printed: false, problem: before, sent: false }
    const { onSending, onProblem, timing } = this.#watch
    onSending()
    const done = Promise.withResolvers<'done'>()
    let heardAt = performance.now()
    let answers: number[] = []
    this.#onByte = (byte) => {
      heardAt = performance.now()
      if (!isLiveAnswer(byte)) return done.resolve('done')
      answers.push(byte)
      const [cause, paper] = answers
      if (cause === undefined || paper === undefined) return
      answers = []
      onProblem(problemIn(cause, paper))
    }
    this.#socket.write(bytes)
    this.#socket.write(ASK_WHEN_DONE)
    for (;;) {
      const end = await Promise.race([
        done.promise,
        this.#closed,
        sleep(timing.askEveryMs, this.#watch.signal).then(() => 'later' as const),
      ])
      if (end === 'done') return { printed: true }
      if (end === 'closed') return { printed: false, problem: 'connection_lost', sent: true }
      if (performance.now() - heardAt > timing.silentMs)
        return { printed: false, problem: 'silent', sent: true }
      this.#socket.write(ASK_OFFLINE_CAUSE)
      this.#socket.write(ASK_PAPER)
    }
  }

  async #askState(): Promise<PrinterProblem | null | 'unanswered'> {
    const cause = await this.#ask(ASK_OFFLINE_CAUSE)
    const paper = cause === null ? null : await this.#ask(ASK_PAPER)
    return cause === null || paper === null ? 'unanswered' : problemIn(cause, paper)
  }

  async #ask(question: Uint8Array): Promise<number | null> {
    const { promise, resolve } = Promise.withResolvers<number>()
    this.#onByte = (byte) => {
      if (isLiveAnswer(byte)) resolve(byte)
    }
    this.#socket.write(question)
    return Promise.race([
      promise,
      this.#closed.then(() => null),
      sleep(this.#watch.timing.answerMs, this.#watch.signal).then(() => null),
    ])
  }
}
