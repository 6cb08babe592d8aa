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
  summary: 'The providers of single sign-on that are set up',
  answers: { 200: SIGN_ON_PROVIDERS.answer },
})

const callback = route({
  method: 'get',
  path: '/api/auth/external/callback',
  may: 'public',
  tag,
  summary: 'Where the provider sends the browser back to',
  description:
    'Sends it on to /sign-in of this site. The fragment has either `code`, a one-time code for the token endpoint, for ' +
    'sign-up or for POST /api/me/identities, or `error`; and `returnTo`, if it was given. The code is good in this browser ' +
    'alone: the request that has it must bring the cookie that this answer sets.',
  limits: (c) => c.get('hub').rateLimiter.attempt('signOn', originOf(clientAddress(c))),
  // What providers add is their own affair.
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
    'Authorization code flow with PKCE, state and nonce, which the browser keeps for ten minutes in a sealed cookie.',
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
      // For as long as the code is good, which counts from now on.
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
      summary: 'By which providers you can sign in',
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
      summary: 'Sign in by this identity no more',
      description: 'The last one of an account without a password stays.',
      answer: null,
      deed: (tx, { id, actor }) => unlinkIdentity(tx, actor, id),
    },
    PLATFORM,
  ),
)
