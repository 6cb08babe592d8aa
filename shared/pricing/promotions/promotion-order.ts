import type { ActivePromotion } from './model.ts'

/** Returns the promotions in the order in which they apply: the highest priority first, then the oldest first. */
export const inOrder = (promotions: readonly ActivePromotion[]): ActivePromotion[] =>
  promotions.toSorted((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1))
