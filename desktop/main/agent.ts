import type { UtilityProcess } from 'electron'
import type { Logger } from 'pino'
import { backoffMs, sleep } from '#shared/std/retry.ts'
import { isAnswering } from './agent-health.ts'

/**
 * The edge agent behind the till page. Its health endpoint decides: an agent that answers there is joined, no
 * matter who started it. Without one, the shell starts an agent, and restarts it whenever it dies or hangs. A
 * joined agent belongs to its service: the shell waits for it and never starts a second one, which would open
 * other files.
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
  /** Interval of the health checks: while the agent answers, and while it does not. */
  answeringPollMs: 3_000,
  silentPollMs: 300,
  /** Delay before a dead agent is restarted, doubling from the first value to the second. */
  firstCoolDownMs: 1_000,
  longestCoolDownMs: 30_000,
  /** Uptime after which the count of deaths is reset. */
  stableMs: 60_000,
  /** Time without an answer after which a running agent is killed and restarted. */
  hungMs: 45_000,
}

/** Number of deaths in a row from which the cashier is told that something is wrong. */
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

  /** Joins or starts the agent and keeps it running until the signal aborts; then ends the agent if it started it. */
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
