import type { World } from '../world/world.ts'
import { settleAtOffice } from './office-steps.ts'
import type { Step } from './steps.ts'

/** A person at head office lets a fiscal receipt that waits be tried at once. */
async function tryAgain(world: World): Promise<void> {
  const { database, office } = world
  const [first] = await database.read<{ id: string }>(
    `SELECT sale_id AS id FROM fiscal_receipts WHERE state IN ('Waiting', 'Unknown', 'Pending') ORDER BY place LIMIT 1`,
  )
  if (world.fiscal) world.fiscal.isInTrouble = false
  if (!first) return
  const asked = async (): Promise<number> =>
    (
      await database.read('SELECT FROM fiscal_events WHERE sale_id = $1 AND employee_id IS NOT NULL', [
        first.id,
      ])
    ).length
  const deed = world.deeds.begin('fiscal: try again')
  const before = await asked()
  const answer = await world.await(deed.send(office, 'POST', `/api/sales/fiscal-receipts/${first.id}/retry`))
  if ((await asked()) > before) deed.tookEffect()
  else if (answer?.body?.code === 'retry_pointless') deed.prevented('it is done or under way')
  else await settleAtOffice(world, deed, answer, first.id)
  world.trace.say(`a fiscal receipt is tried again: ${answer?.status ?? 'no answer'}`)
}

/** What is left goes at once: otherwise some would wait for most of an hour after the provider's last failure. */
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
