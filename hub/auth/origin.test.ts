import { expect, it } from 'vitest'
import { hashOrigin, originOf } from './origin.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
])('maps the address %s to the origin %s', (address, origin) => expect(originOf(address)).toBe(origin))

it('hashes the same origin differently for each account', () => {
  const key = Buffer.from('a key')
  expect(hashOrigin(key, 'first', '192.0.2.7')).toEqual(hashOrigin(key, 'first', '192.0.2.7'))
  expect(hashOrigin(key, 'first', '192.0.2.7')).not.toEqual(hashOrigin(key, 'second', '192.0.2.7'))
  expect(hashOrigin(key, 'first', '192.0.2.7')).not.toEqual(hashOrigin(key, 'first', '192.0.2.8'))
})
