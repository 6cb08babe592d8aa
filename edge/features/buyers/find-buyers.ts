import type { CartParts } from '#edge/features/cart/cart-parts.ts'
import type { FoundBuyer, FoundBuyers } from '#shared/contracts/till/loyalty.ts'
import { hubNow } from '../../clock.ts'
import type { HeldCard } from '../../replica/cards.ts'
import { cardOf, obstacleOf, presentCard } from './card-of.ts'

/**
 * Finds cards first, then customers who hold none of these cards. Cards whose program is not in the replica
 * yet are left out.
 */
export function findBuyers(agent: CartParts, search: string, limit: number): FoundBuyers {
  if (search.trim() === '') return { items: [], total: 0 }
  const now = hubNow(agent)
  return agent.replica.read(({ cards, customers }) => {
    const found = cards.search(search, limit)
    const holders = new Set(found.map(({ customerId }) => customerId))
    const others = customers.search(search, limit).filter(({ id }) => !holders.has(id))
    const items = [
      ...found.flatMap((held) => presentFound(held, now)),
      ...others.map(({ id, name, phone }): FoundBuyer => ({ card: null, customer: { id, name }, phone })),
    ].slice(0, limit)
    return { items, total: items.length }
  })
}

function presentFound(held: HeldCard, now: Date): FoundBuyer[] {
  const { program, customerId, customerName, cardNumber, phone } = held
  if (!program) return []
  return [
    {
      card: { ...presentCard(cardOf({ ...held, program })), obstacle: obstacleOf(held, now) },
      customer: customerId === null ? null : { id: customerId, name: customerName ?? cardNumber },
      phone,
    },
  ]
}
