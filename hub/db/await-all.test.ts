import { describe, expect, it } from 'vitest'
import { awaitAll } from './await-all.ts'

describe('awaitAll', () => {
  it('returns the results in the order of the statements', async () => {
    const slow = new Promise<string>((resolve) => setImmediate(resolve, 'slow'))
    expect(await awaitAll(slow, Promise.resolve(2), undefined)).toEqual(['slow', 2, undefined])
  })

  it('throws only after all statements have ended', async () => {
    const other = Promise.withResolvers<void>()
    let hasThrown = false
    const all = awaitAll(Promise.reject(new Error('failed')), other.promise).catch((error: Error) => {
      hasThrown = true
      return error.message
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(hasThrown).toBe(false)
    other.reject(new Error('as the transaction is over'))
    expect(await all).toBe('failed')
  })
})
