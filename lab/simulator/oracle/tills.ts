import type { Cart } from '#shared/contracts/till/till.ts'
import type { Till } from '../world/till.ts'
import type { World } from '../world/world.ts'

interface TakenOver {
  before: Cart
  after: Cart
  /** Cookie of the window that lost the till. */
  left: string
}

/**
 * Checks right after another window has taken over a till that it has the cart, and that the previous window
 * is refused.
 */
export async function checkTakenOver(
  world: World,
  till: Till,
  { before, after, left }: TakenOver,
): Promise<void> {
  const { ledger, coverage } = world
  if (ledger.harmed.has(till.machine) || ledger.copied.has(till.machine)) return
  const say = (what: string): void =>
    world.find({ kind: 'missed', by: 'tills taken over', what: `${till.name} ${what}` })
  for (const cart of coverage.of('tills taken over', [after])) {
    const sizes = [before, cart].map(({ lines, vouchers }) => lines.length + vouchers.length)
    if (cart.id !== before.id || sizes[0] !== sizes[1])
      say(
        `had ${sizes[0]} lines in cart ${before.id}, and has ${sizes[1]} in ${cart.id} after it was taken over`,
      )
    if (await till.isAnswered(left)) say('still answers the window that it was taken from')
  }
}
