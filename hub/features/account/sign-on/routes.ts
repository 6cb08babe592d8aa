import { z } from 'zod'
import { originOf } from '#hub/auth/origin.ts'
import { area } from '#hub/http/area.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import { actionRoute, getRoute, PLATFORM } from '#hub/http/operations.ts'
import { siteOf } from '#hub/http/own-site.ts'
import { route, router } from '#hub/http/route.ts'
import {
  BeginSignOnQuery,
  IDENTITIES,
  LINK_IDENTITY,
  SIGN_ON_PROVIDERS,
  UNLINK_IDENTITY,
} from '#shared/contracts/account/sign-on.ts'
import { CODE_SECONDS } from './codes.ts'
import { linkOwnIdentity, listIdentities, unlinkIdentity } from './identities.ts'
import { presentProviders, readProviders } from './providers.ts'
import { codeOfBrowser, keepSignOn, signOnKept } from './sign-on-cookie.ts'
import { beginVisit, endVisit, VISIT_SECONDS } from './visit-provider.ts'

const tag = 'Account'

const providers = route({
  ...SIGN_ON_PROVIDERS,
  may: 'public',
  tag,
  summary: 'List the configured providers of single sign-on',
  answers: { 200: SIGN_ON_PROVIDERS.answer },
})

const callback = route({
  method: 'get',
  path: '/api/auth/external/callback',
  may: 'public',
  tag,
  summary: 'Receive the browser from the provider',
  description:
    'Redirects the browser to /sign-in of this site. The fragment has either `code`, a one-time code for the token endpoint, for ' +
    'sign-up or for POST /api/me/identities, or `error`; and `returnTo`, if it was given. The code is valid in this browser ' +
    'alone: the request with the code must bring the cookie that this response sets.',
  limits: (c) => c.get('hub').rateLimiter.attempt('signOn', originOf(clientAddress(c))),
  // Providers can add further parameters.
  query: z.looseObject({ state: z.string().max(1000) }),
  answers: { 302: null },
})

const begin = route({
  method: 'get',
  path: '/api/auth/external/{provider}',
  may: 'public',
  tag,
  summary: 'Go to a provider to sign in (OpenID Connect)',
  description:
    'Authorization code flow with PKCE, state and nonce, which the browser keeps in a sealed cookie for ten minutes.',
  limits: (c) => c.get('hub').rateLimiter.attempt('signOn', originOf(clientAddress(c))),
  params: z.object({ provider: z.string().max(100) }),
  query: BeginSignOnQuery,
  answers: { 302: null },
})

const link = route({
  ...LINK_IDENTITY,
  may: 'signed-in',
  stores: 'none',
  tag,
  stepUp: true,
  summary: 'Link an identity with the code of a single sign-on',
  description: 'Your other sessions end.',
  answers: { 200: LINK_IDENTITY.answer },
})

const shared = { path: '/api/me/identities', may: 'signed-in', stores: 'none', tag } as const

export const signOnRoutes = area(
  router()
    .openapi(providers, async (c) => {
      const rows = await c.get('hub').db.platform((tx) => readProviders(tx))
      return c.json(presentProviders(rows), 200)
    })
    .openapi(callback, async (c) => {
      const hub = c.get('hub')
      const cookie = await signOnKept(c)
      const url = await endVisit(hub, new URL(c.req.url).searchParams, cookie)
      // The cookie lives as long as the code, which is valid from now on.
      if (cookie !== undefined) keepSignOn(c, await siteOf(hub), cookie, CODE_SECONDS)
      c.header('Cache-Control', 'no-store')
      return c.redirect(url, 302)
    })
    .openapi(begin, async (c) => {
      const { url, cookie, site } = await beginVisit(
        c.get('hub'),
        c.req.valid('param').provider,
        c.req.valid('query'),
      )
      keepSignOn(c, site, cookie, VISIT_SECONDS)
      c.header('Cache-Control', 'no-store')
      return c.redirect(url, 302)
    })
    .openapi(link, async (c) => {
      const hub = c.get('hub')
      const actor = await c.var.actor()
      const code = await codeOfBrowser(c, c.req.valid('json').code)
      const identities = await c.var.platform((tx) => linkOwnIdentity(tx, hub, actor, code))
      hub.jobs.wake('mail')
      return c.json(identities, 200)
    }),
  getRoute(
    {
      ...shared,
      ...IDENTITIES,
      summary: 'List the providers by which you can sign in',
      read: async (tx, { actor }) => listIdentities(tx, await actor()),
      present: (identities) => identities,
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...shared,
      ...UNLINK_IDENTITY,
      stepUp: true,
      provedAddress: false,
      summary: 'Unlink an identity',
      description: 'The last identity of an account without a password cannot be unlinked.',
      answer: null,
      command: (tx, { id, actor }) => unlinkIdentity(tx, actor, id),
    },
    PLATFORM,
  ),
)
