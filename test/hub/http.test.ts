import { request } from 'node:http'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { enrolDevice } from '#test/support/device.ts'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { superAdmin } from '#test/support/people.ts'

describe('HTTP behavior of the hub', () => {
  const door = useHub()
  const anonymous = () => new ApiClient(door)

  async function operations() {
    const { body } = await anonymous().get('/openapi/v1/openapi.json')
    return Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { 'x-permission'?: string }>).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        permission: operation['x-permission'],
      })),
    )
  }

  it('publishes a valid OpenAPI 3.1 description', async () => {
    const { body } = await anonymous().get('/openapi/v1/openapi.json')
    const result = await new Validator().validate(structuredClone(body))
    expect(result.errors ?? []).toEqual([])
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths).length).toBeGreaterThan(25)
  })

  it('serves a page with the API description', async () => {
    const page = await anonymous().get('/docs')
    expect(page.body).toContain('swagger-ui-bundle.js')
    expect((await anonymous().get('/docs/swagger-ui-bundle.js')).status).toBe(200)
  })

  it('sends Cache-Control: no-store with API responses', async () => {
    const { api } = await signUp(door)
    const requested: [ApiClient, string, string][] = [
      [api, 'GET', '/api/catalog/products'],
      [api, 'GET', `/api/catalog/products/${newId()}`],
      [api, 'POST', '/api/catalog/stores'],
      [api, 'GET', '/api/catalog/counterparties/export'],
      [anonymous(), 'GET', '/api/catalog/products'],
      [anonymous(), 'GET', '/api/nowhere'],
    ]
    for (const [client, method, path] of requested) {
      const answer = await client.send(method, path)
      expect([method, path, answer.headers.get('Cache-Control')]).toEqual([method, path, 'no-store'])
    }
    const once = api.with({ 'Idempotency-Key': 'kept' })
    for (const _ of [1, 2]) {
      const answer = await once.post('/api/catalog/stores', { name: 'Kept' })
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
    }
  })

  it('sends security headers that restrict content, forbid framing and require HTTPS', async () => {
    const { api } = await signUp(door)
    const requested: [ApiClient, string, string][] = [
      [api, 'GET', '/api/catalog/products'],
      [api, 'GET', '/api/catalog/counterparties/export'],
      [anonymous(), 'GET', '/api/catalog/products'],
      [anonymous(), 'GET', '/api/nowhere'],
      [anonymous(), 'POST', '/~/connect/token'],
      [anonymous(), 'GET', '/uploads/a/b/c'],
      [anonymous(), 'GET', '/docs'],
      [anonymous(), 'GET', '/docs/start.js'],
      [anonymous(), 'GET', '/healthz'],
    ]
    for (const [client, method, path] of requested) {
      const { headers } = await client.send(method, path)
      const policy = headers.get('Content-Security-Policy') ?? ''
      for (const directive of ["base-uri 'none'", "frame-ancestors 'none'"])
        expect([path, policy]).toEqual([path, expect.stringContaining(directive)])
      expect([path, policy]).toEqual([path, expect.stringMatching(/(default|object)-src 'none'/)])
      expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    }
  })

  it('refuses TRACE requests', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(`${door.hub.url}/api/catalog/products`, { method: 'TRACE' }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(405)
  })

  it('reports liveness and readiness', async () => {
    expect((await anonymous().get('/healthz')).body).toEqual({ status: 'ok' })
    expect((await anonymous().get('/readyz')).body).toEqual({ status: 'ready' })
  })

  it('responds to an unknown URL with a problem document', async () => {
    const answer = await anonymous().get('/api/nowhere')
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    expect(answer.body).toMatchObject({ status: 404, code: 'not_found', instance: '/api/nowhere' })
  })

  it('lists the allowed methods of a URL in the Allow header', async () => {
    const answer = await anonymous().send('PUT', '/api/catalog/products')
    expect([answer.status, answer.body.code]).toEqual([405, 'method_not_allowed'])
    expect(answer.headers.get('Allow')).toBe('GET, POST')
    const ofOne = await anonymous().post(`/api/catalog/products/${newId()}`, {})
    expect(ofOne.headers.get('Allow')).toBe('GET, PUT, DELETE')
  })

  it('returns the trace id of the request', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const answer = await anonymous()
      .with({ traceparent: `00-${traceId}-b7ad6b7169203331-01` })
      .get('/api/nowhere')
    expect(answer.body.traceId).toBe(traceId)
    expect(answer.headers.get('X-Trace-Id')).toBe(traceId)
  })

  it('refuses a request body that is not JSON', async () => {
    const { api } = await signUp(door)
    const malformed = await api.post('/api/catalog/stores', '{"name": ')
    expect([malformed.status, malformed.body.code]).toEqual([400, 'malformed_json'])
    const text = await api.with({ 'Content-Type': 'text/plain' }).post('/api/catalog/stores', 'name=x')
    expect([text.status, text.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('reports the field that contains a NUL byte', async () => {
    const { api } = await signUp(door)
    const answer = await api.post('/api/catalog/stores', { name: 'a\0b' })
    expect([answer.status, answer.body.code]).toEqual([400, 'nul_byte'])
    expect(answer.body.errors[0].pointer).toBe('#/name')
    expect((await api.get('/api/catalog/stores?search=%00')).body.code).toBe('nul_byte')
    const escaped = await api.post('/api/catalog/stores', { name: 'a literal \\u0000' })
    expect(escaped.status).toBe(201)
  })

  it('refuses a request body larger than the limit', async () => {
    const { api } = await signUp(door)
    const answer = await api.post('/api/catalog/stores', { name: 'x'.repeat(1_100_000) })
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
  })

  it('reports every invalid query parameter', async () => {
    const { api } = await signUp(door)
    const answer = await api.get('/api/catalog/stores?page=0&pageSize=501&sort=secret')
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([
      '#/query/page',
      '#/query/pageSize',
      '#/query/sort',
    ])
  })

  it('refuses an unknown query parameter on every route', async () => {
    const admin = await superAdmin(door, await signUp(door))
    const { api } = await signUp(door)
    for (const { method, path, permission } of await operations()) {
      // Devices can send parameters that the hub does not know. OAuth ignores unknown parameters (RFC 6749,
      // section 3.2), including the ones sent by a provider (section 4.1.2).
      if (/^\/(api\/pos|~\/connect|api\/auth\/external\/callback$)/.test(path)) continue
      const client = permission === 'super-admin' ? admin : api
      const at = path.replaceAll(/\{\w+\}/g, newId())
      const answer = await client.send(method, `${at}?a%7Eb=1`)
      const pointers = answer.body.errors?.map(({ pointer }: { pointer: string }) => pointer)
      expect([method, path, answer.status, pointers]).toEqual([
        method,
        path,
        400,
        expect.arrayContaining(['#/query/a~0b']),
      ])
    }
  })

  it('ignores an unknown query parameter from a device', async () => {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const { status, body } = await device.api.get('/api/pos/v1/sales?limit=1&colour=green')
    expect([status, body.items]).toEqual([200, []])
    expect((await device.download('?wait=0&colour=green')).header.kind).toBe('snapshot')
  })

  it('refuses a repeated query parameter', async () => {
    const { api } = await signUp(door)
    for (const name of ['page', 'search', 'isArchived']) {
      const answer = await api.get(`/api/catalog/stores?${name}=1&${name}=1`)
      expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([400, `#/query/${name}`])
    }
  })

  describe('requests with an Idempotency-Key', () => {
    it('executes a repeated POST only once', async () => {
      const { api } = await signUp(door)
      const once = api.with({ 'Idempotency-Key': 'order-1' })
      const [first, second] = await Promise.all(
        [1, 2].map(() => once.post('/api/catalog/stores', { name: 'North' })),
      )
      expect(second?.body).toEqual(first?.body)
      expect([first?.status, second?.status]).toEqual([201, 201])
      const { body } = await api.get('/api/catalog/stores?search=North')
      expect(body.total).toBe(1)
    })

    it('refuses an idempotency key used with a different body', async () => {
      const { api } = await signUp(door)
      const once = api.with({ 'Idempotency-Key': 'order-2' })
      await once.post('/api/catalog/stores', { name: 'North' })
      const answer = await once.post('/api/catalog/stores', { name: 'South' })
      expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_key_reused'])
    })

    it('refuses an idempotency key used on another path', async () => {
      const { api } = await signUp(door)
      const once = api.with({ 'Idempotency-Key': 'order-5' })
      expect((await once.post('/api/catalog/stores', { name: 'North' })).status).toBe(201)
      const answer = await once.post('/api/catalog/product-groups', { name: 'North' })
      expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_key_reused'])
    })

    it('refuses an idempotency key used with a different query, so that a dry run does not replace the real import', async () => {
      const { api } = await signUp(door)
      const once = api.with({ 'Idempotency-Key': 'import-1', 'Content-Type': 'text/csv' })
      const path = '/api/catalog/products/import-csv'
      const trial = await once.post(`${path}?dryRun=true`, 'Name\nTea\n')
      expect([trial.status, trial.body.toCreate]).toEqual([200, 1])
      const real = await once.post(path, 'Name\nTea\n')
      expect([real.status, real.body.code]).toEqual([409, 'idempotency_key_reused'])
      const again = await once.post(`${path}?dryRun=true`, 'Name\nTea\n')
      expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
    })

    it('refuses an idempotency key already used for another path', async () => {
      const { api } = await signUp(door)
      const once = api.with({ 'Idempotency-Key': 'order-5' })
      expect((await once.post('/api/catalog/stores', { name: 'North' })).status).toBe(201)
      const other = await once.post('/api/catalog/product-groups', { name: 'North' })
      expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
    })

    it('executes a repeated platform POST only once', async () => {
      const api = (await superAdmin(door, await signUp(door))).with({ 'Idempotency-Key': 'order-4' })
      const unit = { name: 'box', fullName: 'Box', code: '8' }
      const answers = [await api.post('/api/super-admin/units-of-measure', unit)]
      answers.push(await api.post('/api/super-admin/units-of-measure', unit))
      expect(answers.map((answer) => answer.status)).toEqual([201, 201])
      expect(answers[1]?.body).toEqual(answers[0]?.body)
    })

    it('accepts an idempotency key again after a refused request', async () => {
      const { api } = await signUp(door)
      const once = api.with({ 'Idempotency-Key': 'order-3' })
      expect((await once.post('/api/catalog/stores', { name: '' })).status).toBe(400)
      expect((await once.post('/api/catalog/stores', { name: 'East' })).status).toBe(201)
    })

    it('separates the idempotency keys of organizations', async () => {
      const [one, other] = [await signUp(door), await signUp(door)]
      for (const { api } of [one, other]) {
        const answer = await api
          .with({ 'Idempotency-Key': 'same' })
          .post('/api/catalog/stores', { name: 'West' })
        expect(answer.status).toBe(201)
        expect(answer.headers.get('Idempotency-Replayed')).toBeNull()
      }
    })
  })
})
