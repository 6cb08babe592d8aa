import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestFolder } from '#test/support/folders.ts'
import { ApiClient, startTestHub, type TestHub } from '#test/support/hub.ts'

describe('the console pages', () => {
  const folder = createTestFolder()
  let door: TestHub
  const get = (path: string, accept = 'text/html') => new ApiClient(door).with({ Accept: accept }).get(path)

  beforeAll(async () => {
    mkdirSync(join(folder.path, 'assets'))
    writeFileSync(join(folder.path, 'index.html'), '<title>console</title>')
    writeFileSync(join(folder.path, 'assets/app-1.js'), 'run()')
    writeFileSync(join(folder.path, 'secret.txt'), 'secret')
    door = await startTestHub({ consoleDir: folder.path })
  })
  afterAll(async () => {
    await door[Symbol.asyncDispose]()
    folder.remove()
  })

  it.each(['/', '/products', '/products/01a2', '/platform'])(
    'serves the console page at %s',
    async (path) => {
      const answer = await get(path)
      expect(answer).toMatchObject({ status: 200, body: '<title>console</title>' })
      expect(answer.headers.get('Cache-Control')).toBe('no-cache')
      expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'self';")
      expect(answer.headers.get('Content-Security-Policy')).not.toMatch(/script-src[^;]*unsafe/)
    },
  )

  it.each(['/api/nothing', '/~/nothing', '/uploads/nothing', '/assets/nothing.js', '/docs/nothing'])(
    'serves no console page at %s',
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    },
  )

  it('serves no console page for JSON requests and for POST requests', async () => {
    expect((await get('/products', 'application/json')).status).toBe(404)
    expect((await new ApiClient(door).with({ Accept: 'text/html' }).post('/products')).status).toBe(404)
  })

  it('serves the console scripts cacheable forever, and no files outside their folder', async () => {
    const script = await get('/assets/app-1.js', '*/*')
    expect(script).toMatchObject({ status: 200, body: 'run()' })
    expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    for (const path of ['/secret.txt', '/assets/../secret.txt', '/assets/%2e%2e/secret.txt'])
      expect(JSON.stringify((await get(path, '*/*')).body)).not.toContain('secret"')
  })

  it('responds with 503 when the console is not built', async () => {
    await using bare = await startTestHub({ consoleDir: join(folder.path, 'nothing') })
    const answer = await new ApiClient(bare).with({ Accept: 'text/html' }).get('/')
    expect(answer.status).toBe(503)
    expect(answer.body).toContain('npm run build')
  })
})
