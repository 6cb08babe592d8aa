import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Clock, type Credentials, MoySklad } from '#hub/integrations/extsys/moysklad.ts'
import { MOYSKLAD_LOGIN, MOYSKLAD_TOKEN, MoySkladServer } from '#test/support/moysklad-server.ts'

/** Clock that advances only by waiting. */
class HeldClock implements Clock {
  readonly waits: number[] = []
  #now = 0
  now = () => this.#now
  sleep = async (ms: number) => {
    this.waits.push(ms)
    this.#now += ms
  }
}

const Row = z.object({ id: z.string() })
const TOKEN: Credentials = { authKind: 'Token', token: MOYSKLAD_TOKEN }

describe('the MoySklad client', () => {
  let server: MoySkladServer
  let clock: HeldClock
  beforeEach(async () => {
    server = await MoySkladServer.start()
    clock = new HeldClock()
    server.entities.set(
      'product',
      [1, 2, 3, 4, 5].map((n) => ({ id: `p${n}` })),
    )
  })
  afterEach(() => server[Symbol.asyncDispose]())

  const client = (credentials: Credentials = TOKEN, signal = new AbortController().signal) =>
    new MoySklad({ url: server.url, credentials, clock, signal })
  const idsFrom = async (offset: number) => {
    const pages: string[][] = []
    for await (const { rows } of client().pages('entity/product', Row, { offset, limit: 2 }))
      pages.push(rows.map(({ id }) => id))
    return pages
  }

  it('requests gzip, and signs in with a token or with login and password', async () => {
    const basic: Credentials = { authKind: 'Basic', ...MOYSKLAD_LOGIN }
    for (const credentials of [TOKEN, basic])
      expect(await client(credentials).get('context/employee')).toMatchObject({ fullName: 'Администратор' })
  })

  it('reads a list in pages from any start', async () => {
    expect(await idsFrom(0)).toEqual([['p1', 'p2'], ['p3', 'p4'], ['p5']])
    expect(await idsFrom(4)).toEqual([['p5']])
    server.entities.set('product', [])
    expect(await idsFrom(0)).toEqual([[]])
  })

  it('sends at most 8 requests in 3 seconds', async () => {
    const one = client()
    for (let times = 0; times < 9; times += 1) await one.get('context/employee')
    expect(clock.now()).toBe(3000)
  })

  it('waits as long as the response demands after too many requests', async () => {
    const faults = [
      { status: 429, headers: { 'X-Lognex-Retry-After': '1234', 'X-Lognex-Retry-TimeInterval': '3000' } },
      { status: 429, headers: { 'X-Lognex-Retry-TimeInterval': '2000' } },
    ]
    server.onRequest = () => faults.shift()
    await client().get('context/employee')
    expect(clock.waits).toEqual([1234, 2000])
  })

  it('retries temporary errors and broken connections with increasing delays', async () => {
    const faults = [{ status: 503 }, 'cut' as const, { status: 502 }, { status: 429 }, { status: 504 }]
    server.onRequest = () => faults.shift()
    await client().get('context/employee')
    expect(server.requested).toHaveLength(6)
    for (const [at, wait] of clock.waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(500 * 2 ** at)
      expect(wait).toBeLessThanOrEqual(1000 * 2 ** at)
    }
  })

  it('fails after six attempts', async () => {
    server.onRequest = () => 'cut'
    await expect(client().get('context/employee')).rejects.toMatchObject({
      kind: 'Unavailable',
      message: 'MoySklad cannot be reached',
    })
    expect(server.requested).toHaveLength(6)
  })

  it('reports permanent errors immediately, with the message of MoySklad', async () => {
    const wrong: Credentials = { authKind: 'Token', token: 'x' }
    await expect(client(wrong).get('context/employee')).rejects.toMatchObject({
      kind: 'Unauthorized',
      message: expect.stringContaining('Неправильный пароль'),
    })
    server.onRequest = () => ({ status: 403, error: 'Нет доступа' })
    await expect(client().get('context/employee')).rejects.toMatchObject({
      kind: 'Forbidden',
      message: 'Нет доступа',
    })
    server.onRequest = () => ({ status: 400 })
    await expect(client().get('context/employee')).rejects.toMatchObject({ kind: 'Refused' })
    expect(server.requested).toHaveLength(3)
  })

  it('does not send its credentials to another server after a redirect', async () => {
    await using elsewhere = await MoySkladServer.start()
    server.onRequest = () => ({ status: 307, headers: { Location: `${elsewhere.url}/context/employee` } })
    await expect(client().get('context/employee')).rejects.toMatchObject({ kind: 'Unavailable' })
    expect(elsewhere.requested).toEqual([])
  })

  it('refuses an invalid response and reports the invalid field', async () => {
    server.entities.set('product', [{ id: 7 as unknown as string }])
    await expect(idsFrom(0)).rejects.toMatchObject({
      kind: 'Refused',
      message: expect.stringMatching(/^entity\/product: id /),
    })
  })

  it('stops retrying when it is aborted', async () => {
    const stop = new AbortController()
    server.onRequest = () => {
      stop.abort(new Error('stopped'))
      return { status: 503 }
    }
    await expect(client(TOKEN, stop.signal).get('context/employee')).rejects.toThrow('stopped')
    expect(server.requested).toHaveLength(1)
  })

  it('reports an abort as such even at the last attempt', async () => {
    const stop = new AbortController()
    server.onRequest = () => {
      if (server.requested.length === 6) stop.abort(new Error('stopped'))
      return 'cut'
    }
    await expect(client(TOKEN, stop.signal).get('context/employee')).rejects.toThrow('stopped')
  })
})
