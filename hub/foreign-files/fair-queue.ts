import pLimit, { type LimitFunction } from 'p-limit'

/**
 * Fair queue with limited concurrency and at most one running task per owner. The first task of an owner
 * waits for at most one task of each other owner.
 */
export class FairQueue {
  readonly #all: LimitFunction
  readonly #owners = new Map<string, { inTurn: LimitFunction; left: number }>()

  constructor(atOnce: number) {
    this.#all = pLimit(atOnce)
  }

  /** Runs `work` when its turn comes. Resolves or rejects with its result. */
  async run<Result>(ownerId: string, work: () => Promise<Result>): Promise<Result> {
    const owner = this.#owners.get(ownerId) ?? { inTurn: pLimit(1), left: 0 }
    this.#owners.set(ownerId, owner)
    owner.left += 1
    try {
      return await owner.inTurn(() => this.#all(work))
    } finally {
      owner.left -= 1
      if (owner.left === 0) this.#owners.delete(ownerId)
    }
  }
}
