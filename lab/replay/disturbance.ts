import { sleep } from '#shared/std/retry.ts'
import type { Program } from '#test/support/program.ts'

/** Indexes of the sales at which accidents happen. */
export interface Plan {
  /** Sales at which the hub dies and is restarted at once. */
  hubKills: number[]
  /** Sales at which the hub dies and is started again. */
  hubOutage: [from: number, to: number]
  /** Sales in the middle of which the agent dies. */
  agentKills: number[]
}

/** Spreads the accidents over the whole run. */
export function planFor(sales: number): Plan {
  const at = (share: number): number => Math.max(1, Math.floor(sales * share))
  return {
    hubKills: [0.08, 0.22, 0.36, 0.78, 0.9].map(at),
    hubOutage: [at(0.5), at(0.66)],
    agentKills: [0.12, 0.3, 0.44, 0.58, 0.72, 0.86, 0.95].map(at),
  }
}

/** Causes the accidents of a plan as sales begin. */
export class Disturbance {
  readonly #plan: Plan
  readonly #hub: Program
  readonly #agent: Program
  readonly #say: (line: string) => void
  #underWay: Promise<void> = Promise.resolve()
  hubKills = 0
  agentKills = 0

  constructor(plan: Plan, hub: Program, agent: Program, say: (line: string) => void) {
    this.#plan = plan
    this.#hub = hub
    this.#agent = agent
    this.#say = say
  }

  /** Starts the accidents of this sale; they run concurrently with it. */
  saleBegins(index: number): void {
    const { hubKills, hubOutage, agentKills } = this.#plan
    if (hubKills.includes(index)) this.#enqueue(() => this.#restartHub(index))
    if (index === hubOutage[0]) this.#enqueue(() => this.#killHub(index))
    if (index === hubOutage[1]) this.#enqueue(() => this.#hub.start())
    // The agent dies at a different moment of each sale: between two lines, at the payment, right after it.
    if (agentKills.includes(index))
      this.#enqueue(() => sleep((index * 7) % 40).then(() => this.#restartAgent(index)))
  }

  /** Resolves when hub and agent are running again. */
  async settle(): Promise<void> {
    await this.#underWay
    if (!this.#hub.isRunning) await this.#hub.start()
    if (!this.#agent.isRunning) await this.#agent.start()
  }

  #enqueue(accident: () => Promise<void>): void {
    this.#underWay = this.#underWay.then(accident)
  }

  async #killHub(index: number): Promise<void> {
    this.hubKills += 1
    this.#say(`the hub is killed at sale ${index} and stays away`)
    await this.#hub.kill()
  }

  async #restartHub(index: number): Promise<void> {
    if (!this.#hub.isRunning) return
    this.hubKills += 1
    this.#say(`the hub is killed at sale ${index}`)
    await this.#hub.kill()
    await this.#hub.start()
  }

  async #restartAgent(index: number): Promise<void> {
    this.agentKills += 1
    this.#say(`the agent is killed at sale ${index}`)
    await this.#agent.kill()
    await this.#agent.start()
  }
}
