import { amountToNumber } from '#shared/money/decimal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Actor } from '../session/actor.ts'
import { requireLimit } from '../session/require-limit.ts'
import { recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import type { Training } from './training.ts'

interface TrainingParts extends RecordingParts {
  readonly training: Training
}

/**
 * Begins training. Until it ends, sales at this till are not real. Begin and end are reported to head office,
 * because a cashier who sells in training could keep the money. Throws `forbidden`.
 */
export function beginTraining(agent: TrainingParts, actor: Actor): void {
  if (agent.training.journalOf(actor.tillId)) return
  agent.journal.transact((tx) => {
    requireLimit(agent, tx, actor, 'allowTraining')
    recordEvent(agent, tx, actor, 'training_begun', {})
  })
  agent.training.begin(actor.tillId)
}

/** Ends training: discards the practice data and restores the cart from before. */
export function endTraining(agent: TrainingParts, actor: Actor): void {
  const practice = agent.training.journalOf(actor.tillId)
  if (!practice) return
  agent.journal.transact((tx) => recordEvent(agent, tx, actor, 'training_ended', whatWasPractised(practice)))
  agent.training.end(actor.tillId)
}

function whatWasPractised(practice: Journal) {
  const { count, sum } = practice.read.receipts.sumSales()
  return { receiptsCount: count, sum: amountToNumber(sum) }
}
