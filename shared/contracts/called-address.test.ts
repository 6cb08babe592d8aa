import { describe, expect, it } from 'vitest'
import { calledAddress, mayLeadTo } from './called-address.ts'

describe('calledAddress and mayLeadTo', () => {
  const faultOf = (address: string, ...places: ('near' | 'public')[]) =>
    calledAddress(/^https?$/, ...(places.length > 0 ? [places] : [])).safeParse(address).error?.issues[0]
      ?.message

  it.each(['https://user:pass@hub.example', 'https://user@hub.example', 'https://:pass@hub.example'])(
    'refuses an address with a user or a password: %s',
    (address) => {
      expect(faultOf(address)).toContain('no user and no password')
    },
  )

  it.each([
    'http://[::ffff:127.0.0.1]',
    'http://[::127.0.0.1]/x',
    'http://0.0.0.0:80',
    'http://[64:ff9b::a00:1]',
  ])('refuses a host that cannot be called: %s', (address) => {
    expect(faultOf(address)).toContain('can be called')
  })

  it('accepts an address in a private network only when allowed', () => {
    // Browsers interpret the last two as 127.0.0.1.
    for (const address of ['http://127.0.0.1', 'http://hub', 'http://2130706433', 'http://0x7f.1'])
      expect([faultOf(address), faultOf(address, 'public')]).toEqual([
        undefined,
        'is an address of a private network',
      ])
    expect(faultOf('https://hub.example', 'public')).toBeUndefined()
  })

  it('refuses an address in a private network that comes from a public host', () => {
    const metadata = 'http://169.254.169.254/'
    expect(mayLeadTo(metadata, 'https://login.example')).toBe(false)
    expect(mayLeadTo('https://[::ffff:7f00:1]/', 'https://127.0.0.1')).toBe(false)
    expect(mayLeadTo('https://127.0.0.1:8443/token', 'https://127.0.0.1')).toBe(true)
    expect(mayLeadTo('https://oauth.example/token', 'https://login.example')).toBe(true)
  })
})
