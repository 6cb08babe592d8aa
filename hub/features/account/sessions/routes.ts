import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, PLATFORM } from '#hub/http/operations.ts'
import { END_SESSION, END_SESSIONS, SESSIONS } from '#shared/contracts/account/sessions.ts'
import { endSession, endSessions, listSessions } from './sessions.ts'

const tag = 'Account'
const about = { may: 'signed-in', stores: 'none', tag } as const

export const sessionRoutes = area(
  getRoute(
    {
      ...SESSIONS,
      ...about,
      summary: 'List your sessions',
      read: async (tx, { actor }) => listSessions(tx, await actor()),
      present: (items) => ({ items }),
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...END_SESSION,
      ...about,
      stepUp: true,
      provedAddress: false,
      summary: 'End one of your sessions',
      command: (tx, { id, actor }) => endSession(tx, actor, id),
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...END_SESSIONS,
      ...about,
      stepUp: true,
      provedAddress: false,
      summary: 'End all of your sessions, including this one',
      command: (tx, { actor }) => endSessions(tx, actor.id),
    },
    PLATFORM,
  ),
)
