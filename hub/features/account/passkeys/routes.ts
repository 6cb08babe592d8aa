import { originOf } from '#hub/auth/origin.ts'
import { area } from '#hub/http/area.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import { actionRoute, getRoute, PLATFORM } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import {
  ADD_PASSKEY,
  ASK_FOR_PASSKEY,
  BEGIN_PASSKEY,
  PASSKEYS,
  REMOVE_PASSKEY,
  RENAME_PASSKEY,
} from '#shared/contracts/account/passkeys.ts'
import { ById } from '#shared/contracts/common.ts'
import { callerOf } from '../second-factor/routes.ts'
import { authenticationOptions } from './ceremony.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'

const shared = {
  may: 'signed-in',
  stores: 'none',
  tag: 'Account',
  withoutSecondFactor: true,
} as const

const signInOptions = route({
  ...ASK_FOR_PASSKEY,
  may: 'public',
  tag: 'Account',
  summary: 'Begin to sign in with a passkey (WebAuthn)',
  description: 'Send the assertion to the token endpoint, within 5 minutes and once.',
  limits: (c) => c.get('hub').rateLimiter.attempt('signOn', originOf(clientAddress(c))),
  answers: { 200: ASK_FOR_PASSKEY.answer },
})

const begin = route({
  ...shared,
  ...BEGIN_PASSKEY,
  stepUp: true,
  summary: 'Begin to make a passkey (WebAuthn)',
  isAnswerSecret: true,
  answers: { 200: BEGIN_PASSKEY.answer },
})

const add = route({
  ...shared,
  ...ADD_PASSKEY,
  stepUp: true,
  summary: 'Save a passkey that your device has made',
  description:
    'It replaces password and second factor together: the device asks for a finger, a face or a PIN.',
  answers: { 201: ADD_PASSKEY.answer },
})

const remove = route({
  ...shared,
  ...REMOVE_PASSKEY,
  stepUp: true,
  provedAddress: false,
  summary: 'Remove a passkey',
  params: ById,
  answers: { 204: null },
})

export const passkeyRoutes = area(
  router()
    .openapi(signInOptions, async (c) => c.json(await authenticationOptions(c.get('hub')), 200))
    .openapi(begin, async (c) => c.json(await beginPasskey(c.get('hub'), await c.var.actor()), 200))
    .openapi(add, async (c) =>
      c.json(await addPasskey(c.get('hub'), await callerOf(c), c.req.valid('json')), 201),
    )
    .openapi(remove, async (c) => {
      await removePasskey(c.get('hub'), await callerOf(c), c.req.valid('param').id)
      return c.body(null, 204)
    }),
  getRoute(
    {
      ...shared,
      ...PASSKEYS,
      summary: 'Your passkeys',
      read: async (tx, { actor }) => listPasskeys(tx, await actor()),
      present: (all) => all,
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...shared,
      ...RENAME_PASSKEY,
      summary: 'Rename a passkey',
      command: (tx, { id, body, actor }) => renamePasskey(tx, actor, { id, ...body }),
      present: (all) => all,
    },
    PLATFORM,
  ),
)
