import { describe, expect, it } from 'vitest'
import { isPublicAddress, isSentInClear, placeOf } from './host-place.ts'

describe('placeOf', () => {
  it.each([
    'localhost',
    'hub',
    'hub.local',
    'HUB.Internal.',
    'till.home.arpa',
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
    '::1',
    '[fd00::1]',
    'fe80::1',
  ])('classifies a private host as near: %s', (host) => {
    expect(placeOf(host)).toBe('near')
  })

  it.each([
    'hub.example',
    'localhost.example',
    '8.8.8.8',
    '172.32.0.1',
    '172.15.0.1',
    '192.169.0.1',
    '100.128.0.1',
    '[2606:4700::1111]',
    '10.0.0.1.example',
    'internal.example',
  ])('classifies a public host as public: %s', (host) => {
    expect(placeOf(host)).toBe('public')
  })

  it.each([
    '0.0.0.0',
    '::',
    '255.255.255.255',
    '224.0.0.1',
    'ff02::1',
    '240.0.0.1',
    '2001:db8::1',
    '192.0.2.1',
    '',
    // IPv4 addresses embedded in IPv6: mapped, compatible, translated, 6to4, Teredo.
    '::ffff:127.0.0.1',
    '[::ffff:7f00:1]',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '[::7f00:1]',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '::ffff:0:7f00:1',
    '2002:7f00:1::',
    '2001:0:1::',
    // Forms that resolvers interpret as IPv4 addresses.
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    '127.0.0.1.2',
    '017700000001',
    '1.2.3.256',
  ])('classifies an unreachable host as nowhere: %s', (host) => {
    expect([placeOf(host), isPublicAddress(host)]).toEqual(['nowhere', false])
  })

  it('reports readable traffic only for plain HTTP to a public host', () => {
    expect(['http://hub.example', 'http://8.8.8.8:8080/x'].map(isSentInClear)).toEqual([true, true])
    // Browsers interpret the last host as 127.0.0.1.
    expect(['https://hub.example', 'http://hub:8080', 'http://2130706433'].map(isSentInClear)).toEqual([
      false,
      false,
      false,
    ])
  })
})
