import { expect, test } from 'vitest'
import { hashPassword, isPasswordRight } from './password.ts'

test('a password is hashed as OWASP asks for', async () => {
  expect(await hashPassword('secret')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a password is right or wrong', async () => {
  const stored = await hashPassword('secret')
  expect(await isPasswordRight(stored, 'secret')).toBe(true)
  expect(await isPasswordRight(stored, 'Secret')).toBe(false)
})

test('no password is right where none is stored', async () => {
  expect(await isPasswordRight(undefined, 'no account has this')).toBe(false)
})
