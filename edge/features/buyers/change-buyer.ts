import type { CartParts } from '#edge/features/cart/cart-parts.ts'
import { getOpenCart, saveChanged } from '#edge/features/cart/open-cart.ts'
import type { ChangeBuyer } from '#shared/contracts/till/loyalty.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { hubNow } from '../../clock.ts'
import type { Cart, CartBuyer } from '../../journal/carts.ts'
import type { HeldCard } from '../../replica/cards.ts'
import type { ReplicaReader } from '../../replica/replica.ts'
import type { Actor } from '../session/actor.ts'
import { cardOf, obstacleOf, type UsableCard } from './card-of.ts'

/**
 * Sets the buyer of the open cart. A card also sets its customer and phone. Throws `not_allowed_here` for a
 * return. Also throws `card_blocked`, `card_expired` and `program_inactive`, which disclose only the card
 * number, as the hub does (hub/features/loyalty/cards/look-up-card.ts).
 */
export function changeBuyer(agent: CartParts, { tillId }: Pick<Actor, 'tillId'>, change: ChangeBuyer): Cart {
  return agent.journal.transact((tx) => {
    const cart = getOpenCart(agent, tx, tillId)
    if (cart.isReturn)
      throw new Problem('not_allowed_here', { detail: 'A return keeps the buyer of its receipt' })
    const buyer = agent.replica.read((reader) => changed(reader, cart.buyer, change, hubNow(agent)))
    return saveChanged(agent, tx, tillId, { ...cart, buyer })
  })
}

function changed(reader: ReplicaReader, before: CartBuyer, change: ChangeBuyer, now: Date): CartBuyer {
  const { cardId, customerId } = change
  // The contacts for the receipt belong to the previous buyer.
  const isNamed = cardId !== undefined || customerId !== undefined
  const isAnother = isNamed && (before.card ?? before.customer) !== null
  const known = isAnother ? { phone: null, email: null } : before
  const { phone = known.phone, email = known.email } = change
  const contacts = { ...before, phone, email }
  const withCard = cardId === undefined ? contacts : withCardOf(reader, contacts, cardId, now)
  if (customerId === undefined) return withCard
  if (customerId === null) return { ...withCard, customer: null }
  const customer = reader.customers.find(customerId)
  if (!customer) throw invalidField(['customerId'], 'is not a customer that this till knows')
  const { id, name } = customer
  return {
    ...withCard,
    customer: { id, name },
    phone: withCard.phone ?? customer.phoneNumber,
    email: withCard.email ?? customer.email,
  }
}

function withCardOf(
  { cards, customers }: ReplicaReader,
  buyer: CartBuyer,
  cardId: string | null,
  now: Date,
): CartBuyer {
  if (cardId === null) return { ...buyer, card: null, customer: null }
  const held = cards.find(cardId)
  if (!held) throw invalidField(['cardId'], 'is not a card that this till knows')
  const name = held.customerName ?? customers.find(held.customerId ?? '')?.name ?? held.cardNumber
  return {
    ...buyer,
    card: cardOf(usable(held, now)),
    customer: held.customerId === null ? null : { id: held.customerId, name },
    phone: buyer.phone ?? held.phoneNumber,
  }
}

function usable(held: HeldCard, now: Date): UsableCard {
  const obstacle = obstacleOf(held, now)
  if (!obstacle && held.program) return { ...held, program: held.program }
  throw new Problem(obstacle ?? 'program_inactive', { extensions: { cardNumber: held.cardNumber } })
}
