import { expect, it } from 'vitest'
import { hashPassword, isPasswordRight } from './password.ts'

it('hashes a password with the OWASP parameters', async () => {
  expect(await hashPassword('secret')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('accepts only the matching password', async () => {
  const stored = await hashPassword('secret')
  expect(await isPasswordRight(stored, 'secret')).toBe(true)
  expect(await isPasswordRight(stored, 'Secret')).toBe(false)
})

it('rejects every password when no hash is stored', async () => {
  expect(await isPasswordRight(undefined, 'no account has this')).toBe(false)
})

it('refuses some of 230 concurrent checks with not_ready', async () => {
  const stored = await hashPassword('secret')
  const answers = await Promise.allSettled(
    Array.from({ length: 230 }, () => isPasswordRight(stored, 'secret')),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(30)
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'not_ready' })
  expect(await isPasswordRight(stored, 'secret')).toBe(true)
})
