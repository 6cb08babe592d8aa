import type { OpenDrawer } from '#shared/contracts/till/shift.ts'
import type { Actor } from '../session/actor.ts'
import { requireLimit } from '../session/require-limit.ts'
import { recordEvent } from './record-event.ts'
import type { RecordingParts } from './till-record.ts'

/** The drawer is opened without a sale, as for change: head office hears of it first. Throws forbidden. */
export function openDrawer(
  agent: RecordingParts,
  actor: Actor,
  { reason }: OpenDrawer,
): { openedAt: string } {
  return agent.journal.transact((tx) => {
    requireLimit(agent, tx, actor, 'allowOpenDrawer')
    return { openedAt: recordEvent(agent, tx, actor, 'drawer_opened', { reason }) }
  })
}
