import { route, router } from '#hub/http/route.ts'
import { TokenAnswer } from '#shared/contracts/account/auth.ts'
import { StepUp } from '#shared/contracts/account/second-factor.ts'
import { askerOf } from '../second-factor/routes.ts'
import { stepUp } from './step-up.ts'

const prove = route({
  method: 'post',
  path: '/api/me/step-up',
  may: 'signed-in',
  withoutSecondFactor: true,
  tag: 'Account',
  summary: 'Prove who you are once more',
  description:
    'For deeds that cannot be undone, which answer 401 step_up_needed (RFC 9470) when the last proof is older than 10 minutes. ' +
    'Who has a second factor gives a code, others the password. The answer is a fresh access token.',
  body: StepUp,
  isAnswerSecret: true,
  answers: { 200: TokenAnswer },
})

export const stepUpRoutes = router().openapi(prove, async (c) =>
  c.json(await stepUp(c.get('hub'), await askerOf(c), c.req.valid('json')), 200),
)
