import commonPasswords from 'fxa-common-password-list'
import { invalidField } from '#shared/problems/problem.ts'

/** Words from this product that users put into passwords (docs/security/sign-in.md#passwords). */
const OUR_WORDS = ['counterfoil', 'superadmin', 'administrator']

/**
 * Throws `weak_password` for a password that is easy to guess: one of the 50,000 most common in leaks (the
 * list of Firefox Accounts), one with only one or two different characters, or a word related to the account,
 * such as its address (NIST SP 800-63B, section 3.1.1.2). Makes no online request.
 */
export function refuseWeakPassword(
  password: string,
  path: readonly PropertyKey[],
  { email, organizationName }: { email: string; organizationName?: string },
): void {
  const lowered = password.toLowerCase()
  const words = [...OUR_WORDS, email, ...email.split('@'), organizationName ?? '']
  const isOwn = words.some((word) => word.length >= 4 && isMadeOf(lowered, word.toLowerCase()))
  if (commonPasswords.test(lowered) || new Set(lowered).size <= 2 || isOwn)
    throw invalidField(path, 'is one of the first passwords that a guesser tries', 'weak_password')
}

/** True for the word itself, or the word with only digits or symbols around it. */
const isMadeOf = (password: string, word: string): boolean =>
  password.includes(word) && !/\p{L}/u.test(password.replace(word, ''))
