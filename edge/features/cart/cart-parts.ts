import type { AgentClocks, Clock } from '../../clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'

/** Dependencies of commands that change a cart without writing a record. */
export interface CartParts {
  readonly journal: Journal
  readonly replica: Replica
  readonly clock: Clock
  readonly sync: AgentClocks['sync']
}
