import { Refusal } from '#shared/ui/api/client.ts'

/** A product that has no price here, as the agent says it (edge/features/cart/add-line.ts). */
export interface Priceless {
  productId: string
  productName: string
}

export function findPriceless(error: Error): Priceless | null {
  const isIt = error instanceof Refusal && error.problem.code === 'price_missing'
  return isIt ? (error.problem as unknown as Priceless) : null
}
