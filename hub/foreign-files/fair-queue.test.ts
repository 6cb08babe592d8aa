import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

describe('FairQueue', () => {
  /** Returns a helper that adds tasks and ends or fails each of them on request. */
  function bench(queue: FairQueue) {
    const begun: string[] = []
    const ends = new Map<string, PromiseWithResolvers<void>>()
    return {
      begun,
      add(name: string): Promise<void> {
        const end = Promise.withResolvers<void>()
        ends.set(name, end)
        return queue.run(name[0] ?? '', () => {
          begun.push(name)
          return end.promise
        })
      },
      async end(name: string): Promise<void> {
        ends.get(name)?.resolve()
        await settled()
      },
      fail: (name: string) => ends.get(name)?.reject(new Error(name)),
    }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('runs the first task of every owner before any second task', async () => {
    const work = bench(new FairQueue(1))
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void work.add(name)
    await settled()
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      expect(work.begun.at(-1)).toBe(name)
      await work.end(name)
    }
  })

  it('runs tasks of different owners concurrently, up to the limit', async () => {
    const work = bench(new FairQueue(2))
    for (const name of ['a1', 'a2', 'b1', 'c1']) void work.add(name)
    await settled()
    expect(work.begun).toEqual(['a1', 'b1'])
    await work.end('b1')
    expect(work.begun).toEqual(['a1', 'b1', 'c1'])
  })

  it("runs an owner's next task after the previous one has failed", async () => {
    const work = bench(new FairQueue(1))
    const first = work.add('a1')
    const second = work.add('a2')
    await settled()
    work.fail('a1')
    await expect(first).rejects.toThrow('a1')
    await work.end('a2')
    await second
  })
})
