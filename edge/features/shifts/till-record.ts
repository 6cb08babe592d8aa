import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { type ShiftOpenedBody, TILL_RECORD_SCHEMA } from '#shared/sync/shift.ts'
import { readClock } from '../../clock.ts'
import type { AgentContext } from '../../context.ts'
import type { Actor } from '../../http/env.ts'

type TillRecord = Omit<ShiftOpenedBody, 'number' | 'openedAt' | 'openingCash'>

/** What every record of a till begins with: where, who, and what the clocks said. */
export function tillRecord(agent: AgentContext, { tillId, cashier }: Actor, now: Date): TillRecord {
  const settings = agent.replica.find((reader) => reader.settings.find())
  return {
    schema: TILL_RECORD_SCHEMA,
    id: newId(),
    retailPointId: settings?.retailPointId ?? must(agent.device, 'device').retailPointId,
    tillId,
    cashierId: cashier.id,
    cashierName: cashier.name,
    clock: readClock(agent, now),
  }
}
