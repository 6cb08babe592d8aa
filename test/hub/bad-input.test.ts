import { describe, expect, it } from 'vitest'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'

/** Maximum size of the response, in bytes. */
const SMALL_BYTES = 8192

describe('bad input', () => {
  const door = useHub()
  const anonymous = () => new ApiClient(door)
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, 1]))

  for (const path of ['/api/auth/signup', '/api/pos/v1/enrol']) {
    it.each([4000, 50_000])(`keeps the response to %i unknown members small at ${path}`, async (count) => {
      const answer = await anonymous().post(path, keys(count))
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
      expect(JSON.stringify(answer.body).length).toBeLessThan(SMALL_BYTES)
      expect(answer.body.errors.length).toBeLessThanOrEqual(20)
    })
  }

  it('keeps the response to 100,000 invalid items small', async () => {
    const { api } = await signUp(door)
    for (const items of [Array(100_000).fill(0), Array(100_000).fill({})]) {
      const answer = await api.post('/api/inventory/losses', { lines: items, positions: items, tags: items })
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
      expect(JSON.stringify(answer.body).length).toBeLessThan(SMALL_BYTES)
    }
  })

  it('keeps the response to 40,000 NUL bytes small', async () => {
    const { api } = await signUp(door)
    const answer = await api.post('/api/catalog/stores', { name: 'x', lines: Array(40_000).fill('\0') })
    expect([answer.status, answer.body.code, answer.body.errors.length]).toEqual([400, 'nul_byte', 20])
    expect(answer.body.errorsTotal).toBe(40_000)
    expect(JSON.stringify(answer.body).length).toBeLessThan(SMALL_BYTES)
  })
})
