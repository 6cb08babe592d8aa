import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hire, hireWithout } from '#test/support/people.ts'
import { RawConnection } from '#test/support/raw-http.ts'
import { until } from '#test/support/until.ts'
import { CLIENTS } from '#test/support/uploader.ts'

const MB = 1024 * 1024

describe('request bodies', () => {
  const door = useHub()
  const open = () => RawConnection.open(door.hub.url)
  const imports = '/api/catalog/products/import-csv'
  const csv = { 'Content-Type': 'text/csv' }

  describe('bodies of refused requests', () => {
    it('refuses eight anonymous uploads of 95 MB without reading their bodies', async () => {
      const before = process.memoryUsage().rss
      const uploads = Array.from({ length: 8 }, async () => {
        await using line = await open()
        line.head(`POST ${imports}`, { ...csv, 'Content-Length': 95 * MB })
        const answer = await line.answer()
        const taken = await line.pour(95 * MB)
        await line.closed()
        return { answer, taken }
      })
      for (const { answer, taken } of await Promise.all(uploads)) {
        expect(answer?.status).toBe(401)
        expect(answer?.headers.connection).toBe('close')
        expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'unauthenticated' })
        // Covers data read while a connection closes and data in system buffers.
        expect(taken).toBeLessThan(20 * MB)
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(300 * MB)
    })

    it('refuses a user who lacks a required permission before reading the body', async () => {
      const shop = await signUp(door)
      for (const person of [
        await hire(door, shop, 'Cashier'),
        await hireWithout(door, shop, 'catalog.update'),
      ]) {
        await using line = await open()
        line.head(`POST ${imports}`, { ...csv, ...person.headers, 'Content-Length': 95 * MB })
        expect((await line.answer())?.status).toBe(403)
      }
    })

    it('refuses too many attempts before reading the body', async () => {
      const from = { 'X-Forwarded-For': '10.61.0.1', 'Content-Type': 'application/json' }
      const guess = () => new ApiClient(door).with(from).post('/api/pos/v1/enrol', '{')
      // Attempts count before their body is parsed.
      const statuses = new Set<number>()
      for (let guesses = 0; guesses < 500 && !statuses.has(429); guesses += 1)
        statuses.add((await guess()).status)
      expect([...statuses]).toEqual([400, 429])
      await using line = await open()
      line.head('POST /api/pos/v1/enrol', { ...from, 'Content-Length': 900_000 })
      expect((await line.answer())?.status).toBe(429)
    })

    it('sends no 100 Continue for a refused request', async () => {
      await using line = await open()
      line.head(`POST ${imports}`, { ...csv, 'Content-Length': 95 * MB, Expect: '100-continue' })
      expect((await line.answer())?.status).toBe(401)
      expect(line.text).not.toContain('100 Continue')
    })
  })

  it('sends 100 Continue when it accepts the body', async () => {
    const { api } = await signUp(door)
    await using line = await open()
    line.head('POST /api/catalog/stores', {
      ...api.headers,
      'Content-Type': 'application/json',
      'Content-Length': 16,
      Expect: '100-continue',
    })
    await line.received('100 Continue')
    line.write('{"name":"North"}')
    expect((await line.answer())?.status).toBe(201)
  })

  it.each([
    ['with a Content-Length', { 'Content-Length': 3 * MB }],
    ['sent in chunks', { 'Transfer-Encoding': 'chunked' }],
  ])('refuses a too large body %s with 413 and closes the connection', async (_, length) => {
    const { api } = await signUp(door)
    await using line = await open()
    line.head('POST /api/catalog/stores', { ...api.headers, 'Content-Type': 'application/json', ...length })
    if ('Transfer-Encoding' in length) line.write(`${(3 * MB).toString(16)}\r\n`)
    await line.pour(3 * MB)
    const answer = await line.answer()
    expect([answer?.status, answer?.headers.connection]).toEqual([413, 'close'])
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'payload_too_large' })
    await line.closed()
  })

  it('delivers the response to a request with an unexpected body', async () => {
    const { api } = await signUp(door)
    const made = await api.post('/api/catalog/stores', { name: 'Closing' })
    await using line = await open()
    const path = `/api/catalog/stores/${made.body.id}`
    line.head(`DELETE ${path}`, { ...api.headers, 'Content-Length': 3 * MB })
    await until('it is deleted', async () => (await api.get(path)).status === 404)
    expect(await line.pour(3 * MB)).toBe(3 * MB)
    const answer = await line.answer()
    expect([answer?.status, answer?.headers.connection]).toEqual([204, 'close'])
    await line.closed()
  })

  it.each(Object.keys(CLIENTS))(
    'refuses a body early and still delivers the response to %s',
    async (client) => {
      for (const [path, status] of [
        [imports, 401],
        ['/api/nowhere', 404],
      ] as const) {
        const { stdout } = await promisify(execFile)(process.execPath, [
          join(import.meta.dirname, '../support/uploader.ts'),
          client,
          door.hub.url + path,
          String(95 * MB),
          '4',
        ])
        expect([path, JSON.parse(stdout)]).toEqual([path, Array(4).fill(status)])
      }
    },
  )

  it('delivers an early refusal to a client that reads it after sending 7 MB', async () => {
    await using line = await open()
    line.socket.pause()
    line.head(`POST ${imports}`, { ...csv, 'Content-Length': 7 * MB })
    expect(await line.pour(7 * MB)).toBe(7 * MB)
    line.socket.resume()
    expect((await line.answer())?.status).toBe(401)
  })

  it('discards a small body and keeps the connection open', async () => {
    await using line = await open()
    for (const _ of [1, 2]) {
      line
        .head('POST /api/catalog/stores', { 'Content-Type': 'application/json', 'Content-Length': 2 })
        .write('{}')
      const answer = await line.answer()
      expect([answer?.status, answer?.headers.connection]).toEqual([401, 'keep-alive'])
      line.forget()
    }
  })

  it.each([
    ['another content type', { 'Content-Type': 'text/plain' }, '{}', 415, 'unsupported_media_type'],
    ['no content type', {}, '{}', 415, 'unsupported_media_type'],
    [
      'another charset',
      { 'Content-Type': 'application/json; charset=utf-16' },
      '{}',
      415,
      'unsupported_media_type',
    ],
    [
      'a content encoding',
      { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      '{}',
      415,
      'unsupported_media_type',
    ],
    [
      'bytes that are not UTF-8',
      { 'Content-Type': 'application/json' },
      Buffer.from('{"name":"\xff"}', 'latin1'),
      400,
      'malformed_json',
    ],
    [
      'more values than any contract',
      { 'Content-Type': 'application/json' },
      JSON.stringify({ name: Array(60_000).fill(0) }),
      400,
      'invalid_request',
    ],
    [
      'values nested deeper than any contract',
      { 'Content-Type': 'application/json' },
      `{"name":${'['.repeat(100)}${']'.repeat(100)}}`,
      400,
      'invalid_request',
    ],
  ])('refuses JSON with %s in a request', async (_, headers, body, status, code) => {
    const { api } = await signUp(door)
    await using line = await open()
    const bytes = Buffer.from(body)
    line
      .head('POST /api/catalog/stores', { ...api.headers, ...headers, 'Content-Length': bytes.length })
      .write(bytes)
    const answer = await line.answer()
    expect([answer?.status, JSON.parse(answer?.body ?? '{}').code]).toEqual([status, code])
  })

  it('accepts JSON with a charset parameter', async () => {
    const { api } = await signUp(door)
    const named = api.with({ 'Content-Type': 'application/json; charset="UTF-8"' })
    expect((await named.post('/api/catalog/stores', { name: 'North' })).status).toBe(201)
  })

  it('ignores the body of a GET request, and closes the connection after a large one', async () => {
    await using line = await open()
    line.head('GET /healthz', { 'Content-Type': 'application/json', 'Content-Length': 2 }).write('{}')
    expect((await line.answer())?.status).toBe(200)
    line.forget()
    line.head('GET /healthz', { 'Content-Length': 5 * MB })
    const answer = await line.answer()
    expect([answer?.status, answer?.headers.connection]).toEqual([200, 'close'])
  })

  it('refuses a request with an ambiguous or invalid length', async () => {
    for (const headers of [
      { 'Content-Length': ['2', '3'] },
      { 'Content-Length': '2', 'Transfer-Encoding': 'chunked' },
      { 'Content-Length': '-1' },
      { 'Content-Length': '1e3' },
    ]) {
      await using line = await open()
      line.head('POST /api/auth/signup', { 'Content-Type': 'application/json', ...headers }).write('{}')
      expect((await line.answer())?.status).toBe(400)
    }
  })

  describe('uploaded files', () => {
    const folder = () => readdirSync(join(door.config.dataDir, 'incoming'))

    it('finds the file among other parts of a form', async () => {
      const { api } = await signUp(door)
      const form = new FormData()
      form.append('note', 'x')
      form.append('file', new File(['Name\nTea\n'], 'a/tea \u{1F375}.csv', { type: 'text/csv' }))
      form.append('file', new File(['Name\nSecond\n'], 'second.csv'))
      const answer = await fetch(`${door.hub.url}${imports}?dryRun=true`, {
        method: 'POST',
        headers: api.headers,
        body: form,
      })
      expect(await answer.json()).toMatchObject({ toCreate: 1 })
      expect(folder()).toEqual([])
    })

    it.each([
      [
        'has no final boundary',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nName\nTea',
      ],
      [
        'ends in a file of another field',
        '--x\r\nContent-Disposition: form-data; name="data"; filename="f"\r\n\r\nName',
      ],
      [
        'ends in a second file',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nName\nTea\r\n' +
          '--x\r\nContent-Disposition: form-data; name="file"; filename="g"\r\n\r\nName',
      ],
      ['ends in a field', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext'],
      ['ends in the headers of a part', '--x\r\nContent-Disposition: form-data; name="file"; filename="f'],
      ['is empty', ''],
      ['has another boundary', '--y\r\n\r\n--y--\r\n'],
      ['has no file', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--x--\r\n'],
    ])('refuses a form and leaves no file when the form %s', async (_, body) => {
      const { api } = await signUp(door)
      const answer = await api.with({ 'Content-Type': 'multipart/form-data; boundary=x' }).post(imports, body)
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
      expect(folder()).toEqual([])
    })

    it('deletes an incomplete file when the client disconnects', async () => {
      const { api } = await signUp(door)
      const line = await open()
      line.head(`POST ${imports}`, { ...api.headers, ...csv, 'Content-Length': 50 * MB })
      await line.pour(5 * MB)
      line.reset()
      expect(folder()).toEqual([])
    })

    it('refuses an invalid query or path before reading the file', async () => {
      const { api } = await signUp(door)
      await using line = await open()
      line.head(`POST ${imports}?dryRun=perhaps`, { ...api.headers, ...csv, 'Content-Length': 50 * MB })
      expect((await line.answer())?.status).toBe(400)
      const noProduct = await open()
      noProduct.head(`POST /api/catalog/products/${newId()}x/images`, {
        ...api.headers,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': 3 * MB,
      })
      expect((await noProduct.answer())?.status).toBe(400)
      noProduct.reset()
    })
  })
})
