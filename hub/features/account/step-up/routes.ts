import { route, router } from '#hub/http/route.ts'
import { STEP_UP } from '#shared/contracts/account/second-factor.ts'
import { callerOf } from '../second-factor/routes.ts'
import { withCodeOfBrowser } from '../sign-on/sign-on-cookie.ts'
import { stepUp } from './step-up.ts'

const prove = route({
  ...STEP_UP,
  may: 'signed-in',
  stores: 'none',
  withoutSecondFactor: true,
  provedAddress: false,
  tag: 'Account',
  summary: 'Prove your identity again',
  description:
    'For irreversible operations, which answer 401 step_up_needed (RFC 9470) when the last proof is older than 10 minutes. ' +
    'Users with a second factor send a code, others the password. The response is a fresh access token.',
  isAnswerSecret: true,
  answers: { 200: STEP_UP.answer },
})

export const stepUpRoutes = router().openapi(prove, async (c) => {
  const proof = await withCodeOfBrowser(c, c.req.valid('json'))
  return c.json(await stepUp(c.get('hub'), await callerOf(c), proof), 200)
})
