import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { RawConnection } from '../../support/raw-http.ts'
import { settings } from '../support/catalog.ts'
import { FakeHub } from '../support/fake-hub.ts'
import { Point } from '../support/point.ts'

it('disconnects a client that does not complete its headers or TLS handshake within 15 s', async () => {
  await using hub = await FakeHub.start(settings())
  await using point = await new Point(hub).start({ tls: { port: 0, files: 'self-made' } })
  const begun = performance.now()
  await using half = await RawConnection.open(point.url)
  half.write('GET /health HTTP/1.1\r\nHost: localhost\r\n')
  const silent = connect(Number(new URL(must(point.tlsUrl)).port), '127.0.0.1').resume()
  silent.on('error', () => undefined)
  const [answer] = await Promise.all([half.answer(), once(silent, 'close')])
  expect(answer?.status).toBe(408)
  const seconds = (performance.now() - begun) / 1000
  expect(seconds).toBeGreaterThan(14)
  expect(seconds).toBeLessThan(30)
})
