import type { z } from 'zod'
import type { TokenError } from '#shared/contracts/account/auth.ts'

type Refusal = z.infer<typeof TokenError>

/** Error of the token endpoint, in the format of RFC 6749, section 5.2. */
export class GrantError extends Error {
  readonly error: Refusal['error']
  /** Additional fields of the response. */
  readonly more: Pick<Refusal, 'organizations' | 'email'>

  constructor(
    error: Refusal['error'],
    description: string,
    more: Pick<Refusal, 'organizations' | 'email'> = {},
  ) {
    super(description)
    this.error = error
    this.more = more
  }
}
