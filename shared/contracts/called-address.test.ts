import { describe, expect, it } from 'vitest'
import { calledAddress, mayLeadTo } from './called-address.ts'

describe('an address that hub or agent call', () => {
  const faultOf = (address: string, ...places: ('near' | 'public')[]) =>
    calledAddress(/^https?$/, ...(places.length > 0 ? [places] : [])).safeParse(address).error?.issues[0]
      ?.message

  it.each(['https://user:pass@hub.example', 'https://user@hub.example', 'https://:pass@hub.example'])(
    'names no user and no password: %s',
    (address) => {
      expect(faultOf(address)).toContain('no user and no password')
    },
  )

  it.each([
    'http://[::ffff:127.0.0.1]',
    'http://[::127.0.0.1]/x',
    'http://0.0.0.0:80',
    'http://[64:ff9b::a00:1]',
  ])('has a host that can be called: %s', (address) => {
    expect(faultOf(address)).toContain('can be called')
  })

  it('is of a private network only where that is allowed', () => {
    // As browsers read the last two: 127.0.0.1.
    for (const address of ['http://127.0.0.1', 'http://hub', 'http://2130706433', 'http://0x7f.1'])
      expect([faultOf(address), faultOf(address, 'public')]).toEqual([
        ...[undefined, 'is an address of a private network'],
      ])
    expect(faultOf('https://hub.example', 'public')).toBeUndefined()
  })

  it('leads nobody from a public place into a private network', () => {
    const metadata = 'http://169.254.169.254/'
    expect(mayLeadTo(metadata, 'https://login.example')).toBe(false)
    expect(mayLeadTo('https://[::ffff:7f00:1]/', 'https://127.0.0.1')).toBe(false)
    expect(mayLeadTo('https://127.0.0.1:8443/token', 'https://127.0.0.1')).toBe(true)
    expect(mayLeadTo('https://oauth.example/token', 'https://login.example')).toBe(true)
  })
})
