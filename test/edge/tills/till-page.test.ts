import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createTestFolder } from '../../support/folders.ts'
import { FakeHub } from '../support/fake-hub.ts'
import { Point } from '../support/point.ts'

function buildPage(dir: string): void {
  mkdirSync(`${dir}/till/assets`, { recursive: true })
  writeFileSync(`${dir}/till/index.html`, '<title>till</title>')
  writeFileSync(`${dir}/till/assets/index-a1b2c3.js`, 'export {}')
  writeFileSync(`${dir}/secret.txt`, 'not for the page')
}

it('serves the till page, and allows browsers to cache its assets', async () => {
  using dist = createTestFolder()
  buildPage(dist.path)
  await using hub = await FakeHub.start()
  await using point = await new Point(hub).start({ tillPageDir: `${dist.path}/till` })
  const page = await fetch(`${point.url}/`)
  expect(await page.text()).toBe('<title>till</title>')
  expect(page.headers.get('Cache-Control')).toBe('no-cache')
  const script = await fetch(`${point.url}/assets/index-a1b2c3.js`)
  expect(script.headers.get('Cache-Control')).toContain('immutable')
  expect(script.headers.get('Content-Type')).toContain('javascript')
})

it.each(['/nothing.js', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/..%5c..%5csecret.txt'])(
  'responds with 404 at %s',
  async (path) => {
    using dist = createTestFolder()
    buildPage(dist.path)
    await using hub = await FakeHub.start()
    await using point = await new Point(hub).start({ tillPageDir: `${dist.path}/till` })
    expect((await fetch(point.url + path)).status).toBe(404)
  },
)

it('explains how to build the page when it is missing', async () => {
  await using hub = await FakeHub.start()
  await using point = await new Point(hub).start()
  const page = await fetch(`${point.url}/`)
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('npm run build')
})
