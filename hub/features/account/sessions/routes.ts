import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, PLATFORM } from '#hub/http/operations.ts'
import { Sessions } from '#shared/contracts/account/sessions.ts'
import { endSession, endSessions, listSessions } from './sessions.ts'

const tag = 'Account'
const may = 'signed-in'

export const sessionRoutes = area(
  getRoute(
    {
      path: '/api/me/sessions',
      may,
      tag,
      summary: 'Where you are signed in',
      answer: Sessions,
      read: async (tx, { actor }) => listSessions(tx, await actor()),
      present: (items) => ({ items }),
    },
    PLATFORM,
  ),
  actionRoute(
    {
      method: 'delete',
      path: '/api/me/sessions/{id}',
      may,
      tag,
      summary: 'End one of your sessions',
      answer: null,
      deed: (tx, { id, actor }) => endSession(tx, actor, id),
    },
    PLATFORM,
  ),
  actionRoute(
    {
      path: '/api/me/sessions/revoke-all',
      may,
      tag,
      summary: 'End all of your sessions, this one too',
      answer: null,
      deed: (tx, { actor }) => endSessions(tx, actor.id),
    },
    PLATFORM,
  ),
)
