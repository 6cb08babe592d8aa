import { originOf } from '#hub/auth/origin.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import { publicAuthor } from '#hub/http/public-author.ts'
import { route, router } from '#hub/http/route.ts'
import { SignedUp, Signup } from '#shared/contracts/account/auth.ts'
import { signUp } from './sign-up.ts'

const signup = route({
  method: 'post',
  path: '/api/auth/signup',
  may: 'public',
  tag: 'Account',
  summary: 'Register an organization and its owner',
  limits: (c) => c.get('hub').rateLimiter.attempt('signUp', originOf(clientAddress(c))),
  body: Signup,
  answers: { 201: SignedUp },
})

export const signupRoutes = router().openapi(signup, async (c) => {
  const hub = c.get('hub')
  const signedUp = await signUp(hub, c.req.valid('json'), originOf(clientAddress(c)), publicAuthor(c, signup))
  return c.json(signedUp, 201)
})
