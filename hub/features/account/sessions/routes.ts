import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, PLATFORM } from '#hub/http/operations.ts'
import { END_SESSION, END_SESSIONS, SESSIONS } from '#shared/contracts/account/sessions.ts'
import { endSession, endSessions, listSessions } from './sessions.ts'

const tag = 'Account'
const may = 'signed-in'

export const sessionRoutes = area(
  getRoute(
    {
      ...SESSIONS,
      may,
      tag,
      summary: 'Where you are signed in',
      read: async (tx, { actor }) => listSessions(tx, await actor()),
      present: (items) => ({ items }),
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...END_SESSION,
      may,
      tag,
      provedAddress: false,
      summary: 'End one of your sessions',
      deed: (tx, { id, actor }) => endSession(tx, actor, id),
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...END_SESSIONS,
      may,
      tag,
      provedAddress: false,
      summary: 'End all of your sessions, this one too',
      deed: (tx, { actor }) => endSessions(tx, actor.id),
    },
    PLATFORM,
  ),
)
