import type { Context } from 'hono'
import { originOf } from '#hub/auth/origin.ts'
import { area } from '#hub/http/area.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { actionRoute, PLATFORM } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import {
  DISABLE_SECOND_FACTOR,
  ENROLL_SECOND_FACTOR,
  RENEW_RECOVERY_CODES,
  SECOND_FACTOR,
  VERIFY_SECOND_FACTOR,
} from '#shared/contracts/account/second-factor.ts'
import { type Caller, disable, enrol, readStatus, renewRecoveryCodes, verify } from './factor.ts'

const shared = { may: 'signed-in', stores: 'none', tag: 'Account', withoutSecondFactor: true } as const

const status = route({
  ...shared,
  ...SECOND_FACTOR,
  summary: 'Show your second factor',
  answers: { 200: SECOND_FACTOR.answer },
})

const confirm = route({
  ...shared,
  ...VERIFY_SECOND_FACTOR,
  summary: 'Confirm the second factor with a code of the app',
  description:
    'The first code confirms it: from then on sign-ins need a code, your other sessions end, and the response has ten recovery ' +
    'codes that are never shown again. Later codes are only checked. A code is valid once.',
  isAnswerSecret: true,
  answers: { 200: VERIFY_SECOND_FACTOR.answer },
})

const renew = route({
  ...shared,
  ...RENEW_RECOVERY_CODES,
  summary: 'Make new recovery codes',
  description: 'Earlier codes become invalid. The new ones are never shown again.',
  isAnswerSecret: true,
  answers: { 200: RENEW_RECOVERY_CODES.answer },
})

const end = route({
  ...shared,
  ...DISABLE_SECOND_FACTOR,
  provedAddress: false,
  summary: 'Disable the second factor',
  isAnswerSecret: true,
  answers: { 204: null },
})

export const secondFactorRoutes = area(
  actionRoute(
    {
      ...shared,
      ...ENROLL_SECOND_FACTOR,
      stepUp: true,
      summary: 'Begin to set up a second factor',
      description:
        'Returns the secret for an app that makes codes (TOTP, RFC 6238), and the same as the text of a QR code. It is shown only once, and ' +
        'sign-ins need no code until a first code has confirmed it.',
      isAnswerSecret: true,
      command: (tx, { actor, hub }) => enrol(tx, hub.keyRing, actor.id),
      present: (enrolment) => enrolment,
    },
    PLATFORM,
  ),
  router().openapi(status, async (c) => c.json(await readStatus(c.get('hub'), await c.var.actor()), 200)),
  router().openapi(confirm, async (c) => {
    const recoveryCodes = await verify(c.get('hub'), await callerOf(c), c.req.valid('json').code)
    return c.json({ recoveryCodes }, 200)
  }),
  router().openapi(renew, async (c) => {
    const recoveryCodes = await renewRecoveryCodes(c.get('hub'), await callerOf(c), c.req.valid('json').code)
    return c.json({ recoveryCodes }, 200)
  }),
  router().openapi(end, async (c) => {
    await disable(c.get('hub'), await callerOf(c), c.req.valid('json'))
    return c.body(null, 204)
  }),
)

export async function callerOf(c: Context<HubEnv>): Promise<Caller> {
  return {
    actor: await c.var.actor(),
    author: await c.var.author(),
    origin: originOf(clientAddress(c)),
  }
}
