import { expect, it } from 'vitest'
import { area } from '#hub/http/area.ts'
import { router } from '#hub/http/route.ts'

function answering(path: string) {
  const routes = router()
  routes.get(path, (c) => c.text(path))
  return routes
}

it.each([
  ['/a/:id', '/a/word', '/a/other'],
  ['/a/:id/c', '/a/word/c', '/a/other/c'],
  ['/:id/b', '/a/b', '/other/b'],
])('prevents %s from handling %s regardless of the order of the routes', async (parameter, word, other) => {
  for (const paths of [
    [parameter, word],
    [word, parameter],
  ]) {
    const routes = area(...paths.map(answering))
    expect(await (await routes.request(word)).text()).toBe(word)
    expect(await (await routes.request(other)).text()).toBe(parameter)
  }
})
