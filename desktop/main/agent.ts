import type { UtilityProcess } from 'electron'
import type { Logger } from 'pino'
import { backoffMs, sleep } from '#shared/std/retry.ts'
import { isAnswering } from './agent-health.ts'

/**
 * Manages the edge agent behind the till page. An agent that already responds at the health endpoint is
 * joined, no matter who started it. Otherwise the shell starts an agent and restarts it whenever it dies or
 * hangs. If the agent runs as a service, the shell waits for it and never starts a second one, which would
 * use different data files.
 */
export type AgentState = 'starting' | 'answering' | 'silent'

export interface AgentOptions {
  url: string
  startsAgent: boolean
  /** Starts the agent process. Called only when `startsAgent` is set. */
  fork: () => UtilityProcess
  onState: (state: AgentState) => void
  log: Logger
  timing?: Partial<typeof TIMING>
}

const TIMING = {
  /** Intervals between health checks while the agent responds (`answering`) and while it does not (`silent`). */
  answeringPollMs: 3_000,
  silentPollMs: 300,
  /**
   * Delay before a dead agent is restarted. It doubles with each death, from `firstCoolDownMs` up to
   * `longestCoolDownMs`.
   */
  firstCoolDownMs: 1_000,
  longestCoolDownMs: 30_000,
  /** Uptime after which the count of deaths is reset. */
  stableMs: 60_000,
  /** Time without a response after which a running agent is killed and restarted. */
  hungMs: 45_000,
}

/** Number of consecutive deaths after which the cashier sees an error. */
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

  /**
   * Joins or starts the agent and keeps it running until the signal aborts. Then stops the agent if the shell
   * started it.
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const answering = await isAnswering(this.#options.url)
      if (signal.aborted) break
      if (answering) this.#noteAnswer()
      else this.#missed()
      await sleep(answering ? this.#timing.answeringPollMs : this.#timing.silentPollMs, signal)
    }
    this.#child?.kill()
  }

  #noteAnswer(): void {
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
      this.#options.log.error('the agent runs but does not answer: killing it')
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
