import { clientAddress } from '#hub/http/client-address.ts'
import { route, router } from '#hub/http/route.ts'
import { SignedUp, Signup } from '#shared/contracts/auth.ts'
import { signUp } from './sign-up.ts'

const signup = route({
  method: 'post',
  path: '/api/auth/signup',
  may: 'public',
  tag: 'Account',
  summary: 'Register an organization and its owner',
  body: Signup,
  answers: { 201: SignedUp },
})

export const signupRoutes = router().openapi(signup, async (c) => {
  const hub = c.get('hub')
  await hub.guard.attempt(clientAddress(c))
  return c.json(await signUp(hub.db, c.req.valid('json')), 201)
})
