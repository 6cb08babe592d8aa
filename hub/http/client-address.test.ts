import { expect, it } from 'vitest'
import { forwardedAddress } from './client-address.ts'

const SOCKET = '10.0.0.1'

it.each([
  [0, undefined, SOCKET],
  [0, '192.0.2.1', SOCKET],
  [1, '192.0.2.1', '192.0.2.1'],
  [1, 'forged, 192.0.2.1', '192.0.2.1'],
  [1, '203.0.113.9,192.0.2.1', '192.0.2.1'],
  [2, '203.0.113.9, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
  // The request bypassed the outer proxy.
  [2, '192.0.2.1', '192.0.2.1'],
  [1, undefined, SOCKET],
  [1, '', SOCKET],
  [1, 'unknown', SOCKET],
  [2, 'unknown, 10.0.0.2', '10.0.0.2'],
  [1, '192.0.2.1:4711', '192.0.2.1'],
  [1, '2001:db8::1', '2001:db8::1'],
  [1, '[2001:db8::1]:4711', '2001:db8::1'],
])('finds behind %i proxies with the header %s the client %s', (proxies, forwardedFor, address) =>
  expect(forwardedAddress(proxies, SOCKET, forwardedFor)).toBe(address),
)
