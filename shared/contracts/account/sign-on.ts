import { z } from 'zod'
import { Id, text, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** The providers that can be set up: two well-known ones, and any other by its issuer. */
export const PROVIDER_KEYS = ['google', 'microsoft', 'oidc'] as const
export type ProviderKey = (typeof PROVIDER_KEYS)[number]

export const SignOnProviders = z
  .object({
    items: z.array(z.object({ key: z.enum(PROVIDER_KEYS), name: z.string() })),
  })
  .meta({ id: 'SignOnProviders' })
export type SignOnProviders = z.infer<typeof SignOnProviders>

/** As the page that the browser came back to got it, in its fragment. */
export const SignOnCode = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The one-time code of single sign-on: good for 10 minutes' })

export const BeginSignOnQuery = z.object({
  returnTo: text(500)
    .refine((path) => isPath(path), { error: 'must be a path of this site, such as /products' })
    .optional()
    .meta({ description: 'The page to go on with; a path of this site' }),
  prompt: z
    .literal('login')
    .optional()
    .meta({ description: 'The provider asks its user to prove themselves anew' }),
})
export type BeginSignOnQuery = z.output<typeof BeginSignOnQuery>

/** Neither `//elsewhere` nor `/\elsewhere`, which browsers take for another site. */
function isPath(path: string): boolean {
  const here = 'http://here.invalid'
  return /^\/(?![/\\])/.test(path) && URL.canParse(path, here) && new URL(path, here).origin === here
}

export const LinkIdentity = z.strictObject({ code: SignOnCode }).meta({ id: 'LinkIdentity' })

export const Identity = z
  .object({
    id: Id,
    issuer: z.string(),
    email: z.string().nullable().meta({ description: 'As the provider named it when it was linked' }),
    createdAt: UtcTime,
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof Identity>

export const Identities = z
  .object({
    items: z.array(Identity),
    hasPassword: z
      .boolean()
      .meta({ description: 'Whether a password was ever chosen: without one, the last of these stays' }),
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
