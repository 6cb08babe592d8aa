import commonPasswords from 'fxa-common-password-list'
import { invalidField } from '#shared/problems/problem.ts'

/** What people think of here (docs/security/sign-in.md#passwords). */
const OUR_WORDS = ['counterfoil', 'superadmin', 'administrator']

/**
 * Throws invalid_request for a password that guessers try first: one of the 50,000 most common in leaks (the list of Firefox
 * Accounts), one character again and again, or a word that has to do with the account, such as its address (NIST SP
 * 800-63B, section 3.1.1.2). Nothing is asked online.
 */
export function refuseWeakPassword(
  password: string,
  path: readonly PropertyKey[],
  { email, organizationName }: { email: string; organizationName?: string },
): void {
  const told = password.toLowerCase()
  const words = [...OUR_WORDS, email, ...email.split('@'), organizationName ?? '']
  const isOwn = words.some((word) => word.length >= 4 && isMadeOf(told, word.toLowerCase()))
  if (commonPasswords.test(told) || new Set(told).size <= 2 || isOwn)
    throw invalidField(path, 'is one of the passwords that are tried first', 'weak_password')
}

/** The word, and digits or signs around it. */
const isMadeOf = (password: string, word: string): boolean =>
  password.includes(word) && !/\p{L}/u.test(password.replace(word, ''))
