import { describe, expect, it } from 'vitest'
import { together } from './together.ts'

describe('statements that go out together', () => {
  it('are answered in their order', async () => {
    const slow = new Promise<string>((resolve) => setImmediate(resolve, 'slow'))
    expect(await together(slow, Promise.resolve(2), undefined)).toEqual(['slow', 2, undefined])
  })

  it('have all ended when one has failed', async () => {
    const other = Promise.withResolvers<void>()
    let hasThrown = false
    const all = together(Promise.reject(new Error('failed')), other.promise).catch((error: Error) => {
      hasThrown = true
      return error.message
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(hasThrown).toBe(false)
    other.reject(new Error('as the transaction is over'))
    expect(await all).toBe('failed')
  })
})
