import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, PLATFORM } from '#hub/http/operations.ts'
import { CONFIRM_WAYS_IN, WAYS_IN } from '#shared/contracts/account/ways-in.ts'
import { confirmWaysIn, listWaysIn } from './ways-in.ts'

const shared = { may: 'signed-in', stores: 'none', tag: 'Account', withoutSecondFactor: true } as const

/** After a new password was chosen by mail its owner looks at the other ways in, removes what is not theirs, and confirms the rest. */
export const waysInRoutes = area(
  getRoute(
    {
      ...shared,
      ...WAYS_IN,
      summary: 'By what you are signed in besides the password',
      read: async (tx, { actor }) => listWaysIn(tx, (await actor()).id),
      present: (ways) => ways,
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...shared,
      ...CONFIRM_WAYS_IN,
      summary: 'Say that the passkeys and identities that are left are yours',
      description:
        'Needed after a new password was chosen by mail: until then they let nobody in. Remove what is not yours first.',
      deed: (tx, { actor }) => confirmWaysIn(tx, actor.id),
    },
    PLATFORM,
  ),
)
