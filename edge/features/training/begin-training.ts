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
 * From now on nothing is sold at the till. Head office hears of it, as of its end: who sells in training puts the money into
 * the own pocket. Throws forbidden.
 */
export function beginTraining(agent: TrainingParts, actor: Actor): void {
  if (agent.training.journalOf(actor.tillId)) return
  agent.journal.transact((tx) => {
    requireLimit(agent, tx, actor, 'allowTraining')
    recordEvent(agent, tx, actor, 'training_begun', {})
  })
  agent.training.begin(actor.tillId)
}

/** What was practised is thrown away; the cart from before is there again. */
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
