import { expect, it } from 'vitest'
import { startTestHub } from '#test/support/hub.ts'
import { RawConnection } from '#test/support/raw-http.ts'

it('responds with 408 when a request head is incomplete after 15 seconds, and still serves other clients', async () => {
  await using door = await startTestHub()
  const begun = performance.now()
  const silent = await RawConnection.open(door.hub.url)
  const half = await RawConnection.open(door.hub.url)
  half.write('GET /healthz HTTP/1.1\r\nHost: hub.test\r\nX-Slow: ')
  // Single bytes do not extend the deadline.
  const drip = setInterval(() => half.write('x'), 500)
  const answers = await Promise.all([silent.answer(), half.answer()]).finally(() => clearInterval(drip))
  const seconds = (performance.now() - begun) / 1000
  expect(seconds).toBeGreaterThan(14)
  expect(seconds).toBeLessThan(30)
  expect(answers.map((answer) => answer?.status)).toEqual([408, 408])
  const other = await RawConnection.open(door.hub.url)
  other.head('GET /healthz')
  expect((await other.answer())?.status).toBe(200)
  for (const line of [silent, half, other]) line.reset()
})
