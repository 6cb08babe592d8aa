import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { AgentConfig } from '#edge/config/config.ts'
import { readConfig } from '#edge/config/config.ts'
import { ownCertificate } from '#edge/tls/own-authority.ts'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import { must } from '#shared/std/must.ts'
import { createTestFolder } from '../../support/folders.ts'
import { until } from '../../support/until.ts'
import { settings } from '../support/catalog.ts'
import { FakeHub } from '../support/fake-hub.ts'
import { openShop, Point } from '../support/point.ts'

const NAME = 'till.shop.test'
const SELF_MADE: Partial<AgentConfig> = {
  allowedHosts: [NAME],
  tls: { port: 0, files: 'self-made' },
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends a request like a till on another machine that trusts `ca` and uses the host name of the agent. */
function ask(
  url: string,
  ca: string,
  path: string,
  options: RequestOptions & { body?: unknown } = {},
): Promise<Answer> {
  const { body, headers, ...rest } = options
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        ca,
        servername: NAME,
        agent: false,
        headers: {
          Host: `${NAME}:${port}`,
          'X-Till-Id': 'till-0002',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...rest,
      },
      (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Returns the certificate presented by the agent. */
function shown(url: string): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({ port: Number(new URL(url).port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

const caOf = (point: Point): string => readFileSync(point.file('tls/ca.crt'), 'utf8')

it('serves a till on another machine only by TLS', async () => {
  await using shop = await openShop()
  const { point, cashier } = shop
  await point.till('till-0002').join()
  await point.stop()
  await point.start(SELF_MADE)
  const url = must(point.tlsUrl)
  expect(url).toMatch(/^https:/)
  const ca = caOf(point)
  const path = (route: string) => `${TILL_API}${route}`
  const status = await ask(url, ca, path('/status'))
  expect(status.status).toBe(200)
  expect(status.headers['strict-transport-security']).toBe('max-age=31536000')
  const { port } = new URL(url)
  const signIn = await ask(url, ca, path('/session'), {
    method: 'POST',
    headers: { Origin: `https://${NAME}:${port}` },
    body: { cashierId: cashier.id, pin: '1234' },
  })
  expect(signIn.status).toBe(200)
  const [cookie = ''] = signIn.headers['set-cookie'] ?? []
  expect(cookie).toMatch(/^__Host-counterfoil-session-[^;]+; Path=\/;.* Secure/)
  const [pair = ''] = cookie.split(';')
  expect((await ask(url, ca, path('/cart'), { headers: { Cookie: pair } })).status).toBe(200)
  const forged = await ask(url, ca, path('/status'), { headers: { Origin: `http://${NAME}:${port}` } })
  expect(forged.status).toBe(403)
})

it('serves the till on the same machine by plain HTTP on loopback', async () => {
  await using shop = await openShop()
  const { point, till, tea, cashier } = shop
  await point.stop()
  await point.start({ ...SELF_MADE, host: '0.0.0.0' })
  expect(point.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
  const answer = await fetch(`${point.url}${TILL_API}/status`)
  expect(answer.headers.has('Strict-Transport-Security')).toBe(false)
  const signIn = await till.send('POST', '/session', { cashierId: cashier.id, pin: '1234' })
  expect(signIn.headers.getSetCookie()[0]).not.toContain('Secure')
  expect((await till.sell(tea.id)).sum).toBe(10)
})

it('refuses plain HTTP on the TLS port', async () => {
  await using hub = await FakeHub.start(settings())
  await using point = await new Point(hub).start(SELF_MADE)
  await expect(fetch(must(point.tlsUrl).replace('https:', 'http:'))).rejects.toThrow()
  // The response must not enforce TLS for loopback names, which other programs on the machine also use.
  const answer = await ask(must(point.tlsUrl), caOf(point), '/health', {
    servername: 'localhost',
    headers: { Host: 'localhost' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers['strict-transport-security']).toBeUndefined()
})

it.each([
  ['1.1', { maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
  ['1.2 without authenticated encryption', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' }],
] as const)('refuses TLS %s in a handshake', async (_, options) => {
  await using hub = await FakeHub.start(settings())
  await using point = await new Point(hub).start(SELF_MADE)
  const port = Number(new URL(must(point.tlsUrl)).port)
  const end = new Promise<string>((resolve) => {
    const socket = connect({ port, rejectUnauthorized: false, minVersion: 'TLSv1', ...options }, () => {
      resolve(`spoken: ${socket.getProtocol()}`)
      socket.destroy()
    })
    socket.on('error', () => resolve('refused'))
  })
  expect(await end).toBe('refused')
})

describe('a provided certificate', () => {
  /** Issues a certificate from an authority other than that of the agent, like a company would. */
  async function issue(folder: string, now = new Date()) {
    const files = await ownCertificate(folder, [NAME], now)
    return { files, ca: readFileSync(join(folder, 'ca.crt'), 'utf8') }
  }

  it('serves a provided certificate and its renewal without a restart', async () => {
    using folder = createTestFolder()
    using renewed = createTestFolder()
    const { files, ca } = await issue(folder.path)
    await using hub = await FakeHub.start(settings())
    const logged: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
    const point = new Point(hub, { certificateCheckMs: 10, log })
    await using _ = await point.start({ allowedHosts: [NAME], tls: { port: 0, files } })
    const url = must(point.tlsUrl)
    expect((await ask(url, ca, '/health')).status).toBe(200)
    const before = (await shown(url)).serialNumber
    // The renewal is incomplete: the key does not match the certificate.
    const other = await issue(renewed.path)
    writeFileSync(files.key, readFileSync(other.files.key))
    await until('it is told', () => logged.some((line) => line.includes('new certificate cannot be used')))
    expect((await shown(url)).serialNumber).toBe(before)
    writeFileSync(files.cert, readFileSync(other.files.cert))
    await until('the renewed one is shown', async () => (await shown(url)).serialNumber !== before)
    expect((await ask(url, other.ca, '/health')).status).toBe(200)
    await expect(ask(url, ca, '/health')).rejects.toThrow()
  })

  it.each([
    ['missing', (files: { cert: string; key: string }) => ({ ...files, cert: '/nowhere/agent.pem' })],
    ['of another key', ({ cert }: { cert: string; key: string }) => ({ cert, key: join(cert, '../ca.key') })],
    ['only a key', ({ key }: { cert: string; key: string }) => ({ cert: key, key })],
  ])('refuses a certificate that is %s at startup', async (_, change) => {
    using folder = createTestFolder()
    const { files } = await issue(folder.path)
    await using hub = await FakeHub.start(settings())
    await using point = new Point(hub)
    const tls = { port: 0, files: change(files) }
    await expect(point.start({ tls })).rejects.toThrow(/The certificate of the agent cannot be used/)
    await expect(point.start()).resolves.toBe(point)
  })
})

describe('the authority of an agent', () => {
  const NOW = new Date('2026-06-01T12:00:00Z')
  const DAY_MS = 86_400_000
  const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS)
  const certificateIn = (folder: string) => readFileSync(join(folder, 'agent.crt'), 'utf8')
  const authorityIn = (folder: string) => readFileSync(join(folder, 'ca.crt'), 'utf8')

  it('keeps its authority and renews its certificate before it expires', async () => {
    using folder = createTestFolder()
    await ownCertificate(folder.path, [NAME], NOW)
    const [authority, first] = [authorityIn(folder.path), certificateIn(folder.path)]
    await ownCertificate(folder.path, [NAME], later(300))
    expect(certificateIn(folder.path)).toBe(first)
    await ownCertificate(folder.path, [NAME], later(320))
    expect(certificateIn(folder.path)).not.toBe(first)
    expect(authorityIn(folder.path)).toBe(authority)
    for (const name of ['ca.key', 'agent.key'])
      expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['has another name', null, [NAME, '192.168.1.20']],
    ['lost its certificate', 'agent.crt', [NAME]],
    ['lost its key', 'agent.key', [NAME]],
  ])('issues a new certificate for an agent that %s', async (_, lost, names) => {
    using folder = createTestFolder()
    await ownCertificate(folder.path, [NAME], NOW)
    const first = certificateIn(folder.path)
    if (lost) writeFileSync(join(folder.path, lost), 'x')
    await ownCertificate(folder.path, names, NOW)
    expect(certificateIn(folder.path)).not.toBe(first)
    const second = certificateIn(folder.path)
    await ownCertificate(folder.path, names, NOW)
    expect(certificateIn(folder.path)).toBe(second)
  })
})

describe('an agent that is open to the network', () => {
  it.each(['0.0.0.0', '::', '192.168.1.10', 'till.shop.test'])(
    'refuses to start without TLS on %s, unless plain HTTP is allowed',
    (host) => {
      expect(() => readConfig({ EDGE_HOST: host })).toThrow(/EDGE_HOST=.* opens the agent to the network/)
      expect(readConfig({ EDGE_HOST: host, EDGE_ALLOW_PLAIN_HTTP: 'true' }).tls).toBeUndefined()
      expect(readConfig({ EDGE_HOST: host, EDGE_TLS_SELF_MADE: 'true' }).tls).toEqual({
        port: 8443,
        files: 'self-made',
      })
    },
  )

  it.each(['127.0.0.1', '127.0.1.1', 'localhost', '::1'])(
    'allows plain HTTP on the local address %s',
    (host) => {
      expect(readConfig({ EDGE_HOST: host }).host).toBe(host)
    },
  )

  it('reports conflicting TLS settings', () => {
    expect(() => readConfig({ EDGE_TLS_CERT: 'a.pem' })).toThrow(
      /EDGE_TLS_CERT and EDGE_TLS_KEY must be set together/,
    )
    const all = { EDGE_TLS_CERT: 'a.pem', EDGE_TLS_KEY: 'a.key', EDGE_TLS_SELF_MADE: 'true' }
    expect(() => readConfig(all)).toThrow(/SELF_MADE creates the certificate/)
    expect(readConfig({ EDGE_TLS_CERT: '/a.pem', EDGE_TLS_KEY: '/a.key' }).tls).toEqual({
      port: 8443,
      files: { cert: '/a.pem', key: '/a.key' },
    })
  })
})
