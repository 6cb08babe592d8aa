import type { World } from '../world/world.ts'
import { settleAtOffice } from './office-steps.ts'
import type { Step } from './steps.ts'

/** Retries a waiting fiscal receipt at once, like a user at head office. */
async function tryAgain(world: World): Promise<void> {
  const { database, office } = world
  const [first] = await database.read<{ id: string }>(
    `SELECT sale_id AS id FROM fiscal_receipts WHERE state IN ('Waiting', 'Unknown', 'Pending') ORDER BY place LIMIT 1`,
  )
  if (world.fiscal) world.fiscal.isInTrouble = false
  if (!first) return
  const countRequests = async (): Promise<number> =>
    (
      await database.read('SELECT FROM fiscal_events WHERE sale_id = $1 AND employee_id IS NOT NULL', [
        first.id,
      ])
    ).length
  const action = world.actions.begin('fiscal: try again')
  const before = await countRequests()
  const answer = await world.await(
    action.send(office, 'POST', `/api/sales/fiscal-receipts/${first.id}/retry`),
  )
  if ((await countRequests()) > before) action.tookEffect()
  else if (answer?.body?.code === 'retry_pointless') action.prevented('it is done or under way')
  else await settleAtOffice(world, action, answer, first.id)
  world.trace.say(`a fiscal receipt is tried again: ${answer?.status ?? 'no answer'}`)
}

/**
 * Makes all remaining receipts due at once. After a failure of the provider, some would otherwise wait for
 * most of an hour.
 */
export async function tryAllAgain(world: World): Promise<void> {
  if (!world.fiscal) return
  world.fiscal.isDisturbed = false
  await world.database.read(
    `UPDATE fiscal_receipts SET due_at = now() WHERE state IN ('Waiting', 'Unknown', 'Pending')`,
  )
}

export const FISCAL_STEPS: readonly Step[] = [
  {
    name: 'fiscal: try again',
    weight: ({ fiscal }) => (fiscal ? (fiscal.isInTrouble ? 30 : 1) : 0),
    do: tryAgain,
  },
]
