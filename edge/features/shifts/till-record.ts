import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { type ShiftOpenedBody, TILL_RECORD_SCHEMA } from '#shared/sync/shift.ts'
import { type AgentClocks, readClock } from '../../clock.ts'
import type { Device } from '../../device/device.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import type { Actor } from '../session/actor.ts'

/** Dependencies for composing a till record. */
export interface TillRecordParts extends AgentClocks {
  readonly replica: Replica
  /** Null before enrolment. */
  readonly device: Device | null
}

/** Dependencies of commands that write a till record. */
export interface RecordingParts extends TillRecordParts {
  readonly journal: Journal
}

type TillRecord = Omit<ShiftOpenedBody, 'number' | 'openedAt' | 'openingCash'>

/** Returns the common fields of all till records: place, cashier and clock readings. */
export function tillRecord(agent: TillRecordParts, { tillId, cashier }: Actor, now: Date): TillRecord {
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
