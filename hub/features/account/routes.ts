import { area } from '#hub/http/area.ts'
import { addressRoutes } from './address/routes.ts'
import { discoveryRoutes } from './discovery.ts'
import { acceptInvitationRoutes } from './invitation/routes.ts'
import { meRoutes } from './me/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordRoutes } from './password/routes.ts'
import { presetRoutes } from './presets/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signOnRoutes } from './sign-on/routes.ts'
import { signupRoutes } from './signup/routes.ts'
import { stepUpRoutes } from './step-up/routes.ts'
import { tokenRoutes } from './token/routes.ts'
import { waysInRoutes } from './ways-in/routes.ts'

export const accountRoutes = (issuer: string) =>
  area(
    discoveryRoutes(issuer),
    tokenRoutes,
    signupRoutes,
    addressRoutes,
    passwordRoutes,
    acceptInvitationRoutes,
    meRoutes,
    sessionRoutes,
    secondFactorRoutes,
    stepUpRoutes,
    presetRoutes,
    signOnRoutes,
    passkeyRoutes,
    waysInRoutes,
  )
