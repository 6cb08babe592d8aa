import type { Context } from 'hono'
import { originOf } from '#hub/auth/origin.ts'
import { area } from '#hub/http/area.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { actionRoute, PLATFORM } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import {
  CodeGiven,
  DisableSecondFactor,
  RecoveryCodes,
  SecondFactorEnrolment,
  SecondFactorStatus,
  VerifiedSecondFactor,
} from '#shared/contracts/account/second-factor.ts'
import { type Asker, disable, enrol, readStatus, renewRecoveryCodes, verify } from './factor.ts'

const shared = { may: 'signed-in', tag: 'Account', withoutSecondFactor: true } as const

const status = route({
  ...shared,
  method: 'get',
  path: '/api/me/2fa/status',
  summary: 'Your second factor',
  answers: { 200: SecondFactorStatus },
})

const confirm = route({
  ...shared,
  method: 'post',
  path: '/api/me/2fa/verify',
  summary: 'Confirm the second factor with a code of the app',
  description:
    'The first code confirms it: from then on sign-ins need a code, your other sessions end, and the answer has ten recovery ' +
    'codes that are never shown again. Later codes are only taken. A code is good once.',
  body: CodeGiven,
  isAnswerSecret: true,
  answers: { 200: VerifiedSecondFactor },
})

const renew = route({
  ...shared,
  method: 'post',
  path: '/api/me/2fa/recovery-codes',
  summary: 'Make new recovery codes',
  description: 'Those from before are good no more. They are never shown again.',
  body: CodeGiven,
  isAnswerSecret: true,
  answers: { 200: RecoveryCodes },
})

const end = route({
  ...shared,
  method: 'post',
  path: '/api/me/2fa/disable',
  summary: 'Do without the second factor',
  body: DisableSecondFactor,
  isAnswerSecret: true,
  answers: { 204: null },
})

export const secondFactorRoutes = area(
  actionRoute(
    {
      ...shared,
      path: '/api/me/2fa/enroll',
      stepUp: true,
      summary: 'Begin to set up a second factor',
      description:
        'The secret for an app that makes codes (TOTP, RFC 6238), and the same as the text of a QR code. It is told this once, and ' +
        'asks for nothing before a code has confirmed it.',
      isAnswerSecret: true,
      answer: SecondFactorEnrolment,
      deed: (tx, { actor, hub }) => enrol(tx, hub.keyRing, actor.id),
      present: (enrolment) => enrolment,
    },
    PLATFORM,
  ),
  router().openapi(status, async (c) => c.json(await readStatus(c.get('hub'), await c.var.actor()), 200)),
  router().openapi(confirm, async (c) => {
    const recoveryCodes = await verify(c.get('hub'), await askerOf(c), c.req.valid('json').code)
    return c.json({ recoveryCodes }, 200)
  }),
  router().openapi(renew, async (c) => {
    const recoveryCodes = await renewRecoveryCodes(c.get('hub'), await askerOf(c), c.req.valid('json').code)
    return c.json({ recoveryCodes }, 200)
  }),
  router().openapi(end, async (c) => {
    await disable(c.get('hub'), await askerOf(c), c.req.valid('json'))
    return c.body(null, 204)
  }),
)

export async function askerOf(c: Context<HubEnv>): Promise<Asker> {
  return {
    actor: await c.var.actor(),
    author: await c.var.author(),
    origin: originOf(clientAddress(c)),
  }
}
