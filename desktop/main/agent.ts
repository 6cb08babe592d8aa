import type { UtilityProcess } from 'electron'
import type { Logger } from 'pino'
import { backoffMs, sleep } from '#shared/std/retry.ts'
import { isAnswering } from './agent-health.ts'

/**
 * The edge agent behind the till page. Its health endpoint is the only witness: what answers there is joined, whoever
 * started it; where nobody does, the shell starts one and starts it again whenever it dies or hangs. An agent that was
 * joined belongs to its service: the shell waits for it and never starts a second one, which would open other files.
 */
export type AgentState = 'starting' | 'answering' | 'silent'

export interface AgentOptions {
  url: string
  startsAgent: boolean
  /** Starts the agent; only used with `startsAgent`. */
  fork: () => UtilityProcess
  onState: (state: AgentState) => void
  log: Logger
  timing?: Partial<typeof TIMING>
}

const TIMING = {
  /** Between looks at the health endpoint: while it answers, while it does not. */
  answeringPollMs: 3_000,
  silentPollMs: 300,
  /** Before a dead agent is started again, doubling from the first to the second. */
  firstCoolDownMs: 1_000,
  longestCoolDownMs: 30_000,
  /** An agent that lived this long starts the count of deaths again. */
  stableMs: 60_000,
  /** An agent that runs but has not answered for this long is ended and started again. */
  hungMs: 45_000,
}

/** From this death in a row on, the cashier is told that something is wrong. */
const DEATHS_TO_TELL = 3

export class Agent {
  readonly #options: AgentOptions
  readonly #timing: typeof TIMING
  #child: UtilityProcess | null = null
  #joined = false
  #deaths = 0
  #startedAt = 0
  #startAgainAt = 0
  #lastAnswerAt = 0
  #state: AgentState | null = null

  constructor(options: AgentOptions) {
    this.#options = options
    this.#timing = { ...TIMING, ...options.timing }
    this.#joined = !options.startsAgent
  }

  /** Joins or starts the agent and keeps it running until the signal aborts; then ends the one it started. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const answering = await isAnswering(this.#options.url)
      if (signal.aborted) break
      if (answering) this.#heard()
      else this.#missed()
      await sleep(answering ? this.#timing.answeringPollMs : this.#timing.silentPollMs, signal)
    }
    this.#child?.kill()
  }

  #heard(): void {
    this.#lastAnswerAt = Date.now()
    if (this.#child === null) this.#joined = true
    else if (Date.now() - this.#startedAt > this.#timing.stableMs) this.#deaths = 0
    this.#tell('answering')
  }

  #missed(): void {
    if (this.#joined) {
      this.#tell('silent')
      return
    }
    if (this.#child === null) {
      if (Date.now() >= this.#startAgainAt) this.#start()
    } else if (Date.now() - Math.max(this.#startedAt, this.#lastAnswerAt) > this.#timing.hungMs) {
      this.#options.log.error('the agent runs but does not answer: ending it')
      this.#child.kill()
    }
    this.#tell(this.#deaths >= DEATHS_TO_TELL ? 'silent' : 'starting')
  }

  #start(): void {
    const child = this.#options.fork()
    this.#child = child
    this.#startedAt = Date.now()
    child.once('exit', (code) => {
      this.#child = null
      this.#deaths++
      const { firstCoolDownMs, longestCoolDownMs } = this.#timing
      const coolDownMs = backoffMs(this.#deaths, firstCoolDownMs, longestCoolDownMs)
      this.#startAgainAt = Date.now() + coolDownMs
      this.#options.log.warn({ code, deaths: this.#deaths, coolDownMs }, 'the agent ended')
    })
  }

  #tell(state: AgentState): void {
    if (state === this.#state) return
    this.#state = state
    this.#options.log.info({ state, joined: this.#joined }, 'agent')
    this.#options.onState(state)
  }
}
