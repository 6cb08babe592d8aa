import { z } from 'zod'
import { Count, Id, optionalText, text } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { LinkToken } from './link-token.ts'
import { SignOnCode } from './sign-on.ts'

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .pipe(z.email())
  .meta({ description: 'E-mail address, case-insensitive' })
export const Password = z.string().min(10).max(200)
export const Pin = z.string().regex(/^\d{4,6}$/, { error: 'must be 4 to 6 digits', abort: true })
/** New PIN. Easily guessed PINs are refused. */
export const NewPin = Pin.refine((pin) => !isWeakPin(pin), { error: 'is too easy to guess' })

/** True for a repeated digit, consecutive digits in either direction, or a repeated pair: 1111, 1234, 6543, 1212. */
function isWeakPin(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, i) => (Number(digit) - Number(pin[i]) + 10) % 10))
  return (steps.size === 1 && [0, 1, 9].includes([...steps][0] ?? 0)) || /^(\d\d)\1+$/.test(pin)
}

export const Signup = z
  .strictObject({
    organizationName: text(255),
    email: Email,
    password: Password.optional().meta({ description: 'Or signOnCode' }),
    signOnCode: SignOnCode.optional().meta({
      description: 'Instead of a password: code of a provider that has verified the address',
    }),
    lastName: text(255),
    firstName: optionalText(255),
    country: z.enum(['KZ', 'RU', 'UZ', 'BY', 'KG', 'GB']).default('KZ'),
    timeZone: z
      .string()
      .max(64)
      .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', {
        error: 'is not an IANA time zone',
      })
      .optional()
      .meta({ description: 'IANA name; that of the country by default' }),
    invitationToken: LinkToken.optional().meta({
      description: 'Token of a mailed link; required when sign-up is by invitation',
    }),
    posPin: NewPin.optional().meta({ description: 'PIN with which the owner signs in at a till' }),
  })
  .refine(({ password, signOnCode }) => (password === undefined) !== (signOnCode === undefined), {
    path: ['password'],
    error: 'is needed, or signOnCode instead',
  })
  .meta({ id: 'Signup' })
export type Signup = z.output<typeof Signup>

export const SignedUp = z
  .object({ organizationId: Id, employeeId: Id, storeId: Id, retailPointId: Id, priceTypeId: Id })
  .meta({ id: 'SignedUp' })
export type SignedUp = z.infer<typeof SignedUp>

/** Public OAuth client of the hub's pages. Its refresh token is kept in a cookie. */
export const CONSOLE_CLIENT = 'counterfoil-console'
/**
 * Header sent with requests of that client. A form cannot send it, and a script of another site needs
 * permission by CORS. The audit log uses it to distinguish pages from other programs.
 */
export const PAGE_HEADER = 'X-Requested-With'

/** Token response (RFC 6749, section 5.1). */
export const TokenAnswer = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: Count.meta({ description: 'Seconds' }),
    refresh_token: z.string().optional(),
    scope: z.string().optional(),
  })
  .meta({ id: 'TokenAnswer' })
export type TokenAnswer = z.infer<typeof TokenAnswer>

/**
 * Token errors (RFC 6749, section 5.2). organization_required, link_required, account_required and
 * password_required are our own, unsupported_token_type is from RFC 7009, and slow_down from RFC 8628.
 */
export const TokenError = z
  .object({
    error: z.enum([
      'invalid_request',
      'invalid_client',
      'invalid_grant',
      'unauthorized_client',
      'unsupported_grant_type',
      'invalid_scope',
      'unsupported_token_type',
      'slow_down',
      'organization_required',
      'link_required',
      'account_required',
      'password_required',
    ]),
    error_description: z.string().optional(),
    organizations: z
      .array(z.object({ id: Id, name: z.string() }))
      .optional()
      .meta({ description: 'With organization_required: the organizations to choose from' }),
    email: z.string().optional().meta({
      description: 'With account_required: the address that the provider has verified, for signing up',
    }),
  })
  .meta({ id: 'TokenError' })

export const SIGN_UP = endpoint({ method: 'post', path: '/api/auth/signup', body: Signup, answer: SignedUp })
