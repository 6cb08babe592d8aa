import { listOf } from '#shared/contracts/endpoint.ts'
import { CARDS } from '#shared/contracts/loyalty/cards.ts'
import { PROGRAMS } from '#shared/contracts/loyalty/programs.ts'
import { reference } from '../fields/reference.ts'

export const PROGRAM = reference({ endpoint: listOf(PROGRAMS), nameOf: ({ name }) => name })
export const CARD = reference({
  endpoint: CARDS,
  nameOf: ({ cardNumber, customerName }) => [cardNumber, customerName].filter(Boolean).join(' · '),
  isLarge: true,
})
