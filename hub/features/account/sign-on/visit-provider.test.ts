import { describe, expect, it } from 'vitest'
import { isAddressOfUser } from './visit-provider.ts'

const says = (email: string | null, email_verified: boolean | null, hd: string | null = null) => ({
  email,
  email_verified,
  hd,
})

describe('isAddressOfUser', () => {
  it('accepts an address only if the provider states that it is verified', () => {
    expect(isAddressOfUser('oidc', says('a@works.test', true))).toBe(true)
    for (const claims of [says('a@works.test', false), says('a@works.test', null), says(null, true)])
      expect(isAddressOfUser('oidc', claims)).toBe(false)
  })

  it('accepts an address from Google only if Google hosts it', () => {
    expect(isAddressOfUser('google', says('a@gmail.com', true))).toBe(true)
    expect(isAddressOfUser('google', says('a@works.test', true, 'works.test'))).toBe(true)
    expect(isAddressOfUser('google', says('a@works.test', true))).toBe(false)
    expect(isAddressOfUser('google', says('a@gmail.com.evil.test', true))).toBe(false)
  })
})
