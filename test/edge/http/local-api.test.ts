import { request } from 'node:http'
import { expect, it } from 'vitest'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import { FakeHub } from '../support/fake-hub.ts'
import { openShop, Point } from '../support/point.ts'

/** Sends a request with headers that `fetch` does not allow. */
function get(
  url: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function lonelyPoint(changes = {}) {
  const hub = await FakeHub.start()
  const point = await new Point(hub).start(changes)
  return {
    point,
    url: point.url,
    port: new URL(point.url).port,
    [Symbol.asyncDispose]: async () => {
      await point[Symbol.asyncDispose]()
      await hub[Symbol.asyncDispose]()
    },
  }
}

it.each(['evil.example', 'evil.example:8090', '127.0.0.1.evil.example'])(
  'refuses requests for the foreign host name "%s"',
  async (host) => {
    await using agent = await lonelyPoint()
    const answer = await get(`${agent.url}${TILL_API}/status`, { Host: host })
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('foreign_origin')
  },
)

it.each(['localhost', '127.0.0.1', 'LOCALHOST', '[::1]', 'till.shop.local'])(
  'accepts requests for the host name %s',
  async (name) => {
    await using agent = await lonelyPoint({ allowedHosts: ['till.shop.local'] })
    const answer = await get(`${agent.url}${TILL_API}/status`, { Host: `${name}:${agent.port}` })
    expect(answer.status).toBe(200)
  },
)

it.each([
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: 'http://127.0.0.1:1' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
])('refuses requests of a page with %j', async (headers) => {
  await using agent = await lonelyPoint()
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const answer = await get(`${agent.url}${TILL_API}/status`, headers as Record<string, string>, method)
    expect(answer.status).toBe(403)
  }
})

it('refuses TRACE requests without echoing cookies', async () => {
  await using agent = await lonelyPoint()
  const answer = await get(`${agent.url}${TILL_API}/status`, { Cookie: 'a secret' }, 'TRACE')
  expect([answer.status, answer.text.includes('a secret')]).toEqual([405, false])
})

it('accepts requests of the till pages and of other programs', async () => {
  await using agent = await lonelyPoint()
  for (const headers of [
    { Origin: agent.url, 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    {},
  ]) {
    expect((await get(`${agent.url}${TILL_API}/status`, headers as Record<string, string>)).status).toBe(200)
  }
})

it('accepts a link from another site to the till, and refuses it in a frame', async () => {
  await using agent = await lonelyPoint()
  const headers = {
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
  }
  expect((await get(`${agent.url}/health`, headers)).status).toBe(200)
  expect((await get(`${agent.url}/health`, { ...headers, 'Sec-Fetch-Dest': 'iframe' })).status).toBe(403)
})

it('allows no cross-origin requests and sends security headers', async () => {
  await using agent = await lonelyPoint()
  const response = await fetch(`${agent.url}${TILL_API}/status`)
  expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'refuses a request body of type %s',
  async (contentType) => {
    await using shop = await openShop()
    const answer = await shop.till.send('POST', '/cart/lines', '{}', { 'Content-Type': contentType })
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  },
)

it.each([
  ['truncated JSON', '{"code": ', 400, 'malformed_json'],
  ['an array', '[]', 400, 'invalid_request'],
  ['null', 'null', 400, 'invalid_request'],
  ['a NUL byte', '{"code":"a\\u0000b"}', 400, 'nul_byte'],
  ['half a surrogate pair', '{"code":"\\ud83d"}', 400, 'invalid_request'],
  ['a body of a megabyte', JSON.stringify({ code: 'x'.repeat(1024 * 1024) }), 413, 'payload_too_large'],
  ['a deeply nested list', `${'['.repeat(7_000)}${']'.repeat(7_000)}`, 400, 'invalid_request'],
  ['a deeply nested object', `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`, 400, 'invalid_request'],
  ['a __proto__ member', '{"__proto__":{"code":"1"}}', 400, 'invalid_request'],
])('answers %s with a problem document', async (_, body, status, code) => {
  await using shop = await openShop()
  const answer = await shop.till.send('POST', '/cart/lines', body)
  expect(answer).toMatchObject({ status, body: { code, status } })
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
})

it('refuses a NUL byte in a query or a path', async () => {
  await using shop = await openShop()
  for (const path of ['/products?search=a%00b', '/products/by-code/a%00b', '/receipts/%00']) {
    expect(await shop.till.send('GET', path)).toMatchObject({ status: 400, body: { code: 'nul_byte' } })
  }
})

it.each([
  ['GET', '/status?odd=1', 'odd'],
  ['GET', '/products?search=a&odd=1', 'odd'],
  ['GET', '/products?limit=1&limit=2', 'limit'],
  ['GET', '/receipts?search=a&search=b', 'search'],
  ['POST', '/cart/lines?odd=1', 'odd'],
  ['DELETE', '/cart?__proto__=1', '__proto__'],
])('refuses an unknown or repeated query parameter: %s %s', async (method, path, named) => {
  await using shop = await openShop()
  const answer = await shop.till.send(method, path)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(answer.body.detail).toContain(named)
})

it.each([undefined, 'short', 'with spaces in it', 'x'.repeat(65)])(
  'refuses the invalid till id %s',
  async (id) => {
    await using agent = await lonelyPoint()
    const headers: Record<string, string> = id === undefined ? {} : { 'X-Till-Id': id }
    const response = await fetch(`${agent.url}${TILL_API}/session`, { headers })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '#/header/X-Till-Id' }] })
  },
)

it('answers unknown paths and methods with problem documents', async () => {
  await using shop = await openShop()
  expect(await shop.till.send('GET', '/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const answer = await shop.till.send('PUT', '/cart', {})
  expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  expect(answer.headers.get('Allow')).toContain('GET')
})

it.each(['/cart/lines/nonsense', '/cart/lines/%E0%A4%A'])('refuses the cart line %s', async (path) => {
  await using shop = await openShop()
  expect(await shop.till.send('PATCH', path, { quantity: 1 })).toMatchObject({ status: 400 })
})
