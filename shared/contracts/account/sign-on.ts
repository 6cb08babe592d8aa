import { z } from 'zod'
import { Id, text, UtcTime } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'

/** Configurable providers: two well-known ones, and any other by its issuer. */
export const PROVIDER_KEYS = ['google', 'microsoft', 'oidc'] as const
export type ProviderKey = (typeof PROVIDER_KEYS)[number]

export const SignOnProviders = z
  .object({
    items: z.array(z.object({ key: z.enum(PROVIDER_KEYS), name: z.string() })),
  })
  .meta({ id: 'SignOnProviders' })
export type SignOnProviders = z.infer<typeof SignOnProviders>

/** Code in the URL fragment when the browser returns from the provider. */
export const SignOnCode = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'One-time code of single sign-on, valid for 10 minutes' })

export const BeginSignOnQuery = z.object({
  returnTo: text(500)
    .refine((path) => isPath(path), { error: 'must be a path of this site, such as /products' })
    .optional()
    .meta({ description: 'Page to continue with: a path of this site' }),
  prompt: z
    .literal('login')
    .optional()
    .meta({ description: 'true: the provider asks its user to sign in again' }),
})
export type BeginSignOnQuery = z.output<typeof BeginSignOnQuery>

/**
 * True for a path on this site. Excludes `//elsewhere` and `/\elsewhere`, which browsers interpret as another
 * site.
 */
function isPath(path: string): boolean {
  const here = 'http://here.invalid'
  return /^\/(?![/\\])/.test(path) && URL.canParse(path, here) && new URL(path, here).origin === here
}

const LinkIdentity = z.strictObject({ code: SignOnCode }).meta({ id: 'LinkIdentity' })

export const Identity = z
  .object({
    id: Id,
    issuer: z.string(),
    email: z.string().nullable().meta({ description: 'Address that the provider gave when it was linked' }),
    createdAt: UtcTime,
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof Identity>

export const Identities = z
  .object({
    items: z.array(Identity),
    hasPassword: z.boolean().meta({
      description: 'true: a password was set. Without a password, the last identity cannot be removed',
    }),
  })
  .meta({ id: 'Identities' })
export type Identities = z.infer<typeof Identities>

export const SIGN_ON_PROVIDERS = endpoint({
  method: 'get',
  path: '/api/auth/external/providers',
  answer: SignOnProviders,
})
const identities = '/api/me/identities'
export const IDENTITIES = endpoint({ method: 'get', path: identities, answer: Identities })
export const LINK_IDENTITY = endpoint({
  method: 'post',
  path: identities,
  body: LinkIdentity,
  answer: Identities,
})
export const UNLINK_IDENTITY = endpoint({
  method: 'delete',
  path: `${identities}/{id}`,
  answer: null,
})
