import { expect, it } from 'vitest'
import { hashPassword, isPasswordRight } from './password.ts'

it('a password is hashed as OWASP asks for', async () => {
  expect(await hashPassword('secret')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('a password is right or wrong', async () => {
  const stored = await hashPassword('secret')
  expect(await isPasswordRight(stored, 'secret')).toBe(true)
  expect(await isPasswordRight(stored, 'Secret')).toBe(false)
})

it('no password is right where none is stored', async () => {
  expect(await isPasswordRight(undefined, 'no account has this')).toBe(false)
})

it('who comes when too many wait is asked to come again', async () => {
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
