import { describe, expect, it } from 'vitest'
import { isNearHost, isReadOnTheWay } from './near-host.ts'

describe('a host', () => {
  it.each([
    ...['localhost', 'hub', 'hub.local', 'HUB.Internal.', 'till.home.arpa', '127.0.0.1', '10.1.2.3'],
    ...[
      '172.31.0.1',
      '192.168.1.1',
      '169.254.1.1',
      '100.64.0.1',
      '::1',
      '[fd00::1]',
      'fe80::1',
      '::ffff:10.0.0.1',
    ],
  ])('of a network of one’s own is near: %s', (host) => {
    expect(isNearHost(host)).toBe(true)
  })

  it.each([
    ...['hub.example', 'localhost.example', '8.8.8.8', '172.32.0.1', '172.15.0.1', '192.169.0.1'],
    ...['100.128.0.1', '[2001:db8::1]', '::ffff:8.8.8.8', '10.0.0.1.example', 'internal.example'],
  ])('elsewhere is not: %s', (host) => {
    expect(isNearHost(host)).toBe(false)
  })

  it('is spoken to openly by plain HTTP alone, and only when it is not near', () => {
    expect(['http://hub.example', 'http://8.8.8.8:8080/x'].map(isReadOnTheWay)).toEqual([true, true])
    // As browsers read it: 127.0.0.1.
    expect(['https://hub.example', 'http://hub:8080', 'http://2130706433'].map(isReadOnTheWay)).toEqual([
      ...[false, false, false],
    ])
  })
})
