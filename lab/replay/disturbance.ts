import { sleep } from '#shared/std/retry.ts'
import type { Program } from '#test/support/program.ts'

/** Indexes of the sales during which accidents happen. */
export interface Plan {
  /** Sales at which the hub is killed and restarted at once. */
  hubKills: number[]
  /** Sales between which the hub is down. */
  hubOutage: [from: number, to: number]
  /** Sales during which the agent is killed. */
  agentKills: number[]
}

/** Returns a plan with accidents spread over the whole run. */
export function planFor(sales: number): Plan {
  const at = (share: number): number => Math.max(1, Math.floor(sales * share))
  return {
    hubKills: [0.08, 0.22, 0.36, 0.78, 0.9].map(at),
    hubOutage: [at(0.5), at(0.66)],
    agentKills: [0.12, 0.3, 0.44, 0.58, 0.72, 0.86, 0.95].map(at),
  }
}

/** Causes the planned accidents. */
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

  /** Starts the accidents of this sale, which run concurrently with it. */
  saleBegins(index: number): void {
    const { hubKills, hubOutage, agentKills } = this.#plan
    if (hubKills.includes(index)) this.#enqueue(() => this.#restartHub(index))
    if (index === hubOutage[0]) this.#enqueue(() => this.#killHub(index))
    if (index === hubOutage[1]) this.#enqueue(() => this.#hub.start())
    // The agent is killed at a different time in each sale: between two lines, during the payment, or right
    // after it.
    if (agentKills.includes(index))
      this.#enqueue(() => sleep((index * 7) % 40).then(() => this.#restartAgent(index)))
  }

  /** Resolves when the hub and the agent are running again. */
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
