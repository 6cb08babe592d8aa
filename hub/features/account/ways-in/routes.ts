import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, PLATFORM } from '#hub/http/operations.ts'
import { CONFIRM_WAYS_IN, WAYS_IN } from '#shared/contracts/account/ways-in.ts'
import { confirmWaysIn, listWaysIn } from './ways-in.ts'

const shared = { may: 'signed-in', stores: 'none', tag: 'Account', withoutSecondFactor: true } as const

/**
 * Routes for sign-in methods other than the password. After a password reset by email, the owner reviews
 * them, removes unknown ones and confirms the rest.
 */
export const waysInRoutes = area(
  getRoute(
    {
      ...shared,
      ...WAYS_IN,
      summary: 'List your ways to sign in besides the password',
      read: async (tx, { actor }) => listWaysIn(tx, (await actor()).id),
      present: (ways) => ways,
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...shared,
      ...CONFIRM_WAYS_IN,
      summary: 'Confirm that the remaining passkeys and identities are yours',
      description:
        'Required after a new password was chosen by mail: until then they are refused. Remove unknown ones first.',
      command: (tx, { actor }) => confirmWaysIn(tx, actor.id),
    },
    PLATFORM,
  ),
)
