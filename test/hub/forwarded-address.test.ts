import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#hub/config/config.ts'
import { startTestHub } from '#test/support/hub.ts'

let devices = 0
/** More attempts than any rate limit for one IP address allows. */
const MANY = 2000

/**
 * Attempts to sign in as another device each time, from the given local IP address. All of 127.0.0.0/8 is
 * this machine (macOS needs aliases for that). Resolves with the status code.
 */
function guess(url: string, from: string, forwardedFor?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(forwardedFor && { 'X-Forwarded-For': forwardedFor }),
    }
    const request = httpRequest(`${url}/~/connect/token`, { method: 'POST', headers, localAddress: from })
    request.on('error', reject).on('response', (response: IncomingMessage) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    request.end(`grant_type=client_credentials&client_id=a.${++devices}&client_secret=guess`)
  })
}

/**
 * Attempts to sign in until a rate limit applies, with a different forwarded address each time. Resolves with
 * the number of attempts.
 */
async function guessUntilRefused(url: string, from: string): Promise<number> {
  for (let made = 1; made <= MANY; made += 1) {
    const status = await guess(url, from, `203.0.113.${made % 250}, 198.51.100.${made % 250}`)
    if (status === 429) return made
    expect(status).toBe(401)
  }
  throw new Error(`${MANY} guesses were let through`)
}

/** Starts a reverse proxy that works like nginx and appends the client's IP address to X-Forwarded-For. */
async function startProxy(target: string): Promise<AsyncDisposable & { url: string }> {
  const server: Server = createServer((incoming, answer) => {
    const before = incoming.headers['x-forwarded-for']
    const forwardedFor = [before, incoming.socket.remoteAddress].filter(Boolean).join(', ')
    const headers = { ...incoming.headers, 'x-forwarded-for': forwardedFor }
    const forwarded = httpRequest(target + incoming.url, { method: incoming.method, headers })
    forwarded.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

describe('TRUST_PROXY', () => {
  it('reads the number of trusted proxies and refuses invalid values', () => {
    expect(readConfig({}).trustedProxies).toBe(0)
    expect(readConfig({ TRUST_PROXY: '2' }).trustedProxies).toBe(2)
    for (const wrong of ['true', '-1', '1.5', '11'])
      expect(() => readConfig({ TRUST_PROXY: wrong })).toThrow('TRUST_PROXY')
  })

  it('ignores forwarded addresses by default', async () => {
    await using door = await startTestHub({ trustedProxies: 0 })
    await guessUntilRefused(door.hub.url, '127.0.0.5')
    expect(await guess(door.hub.url, '127.0.0.6')).toBe(401)
  })

  it('applies one rate limit to all clients behind a proxy by default', async () => {
    await using door = await startTestHub({ trustedProxies: 0 })
    await using proxy = await startProxy(door.hub.url)
    await guessUntilRefused(proxy.url, '127.0.0.5')
    expect(await guess(proxy.url, '127.0.0.6')).toBe(429)
  })

  it('distinguishes clients behind one proxy despite forged addresses', async () => {
    await using door = await startTestHub({ trustedProxies: 1 })
    await using proxy = await startProxy(door.hub.url)
    await guessUntilRefused(proxy.url, '127.0.0.5')
    expect(await guess(proxy.url, '127.0.0.6', '127.0.0.5')).toBe(401)
  })

  it('distinguishes clients behind two proxies despite forged addresses', async () => {
    await using door = await startTestHub({ trustedProxies: 2 })
    await using inner = await startProxy(door.hub.url)
    await using outer = await startProxy(inner.url)
    await guessUntilRefused(outer.url, '127.0.0.5')
    expect(await guess(outer.url, '127.0.0.6', '127.0.0.5')).toBe(401)
  })
})
