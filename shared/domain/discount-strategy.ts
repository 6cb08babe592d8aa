import { z } from 'zod'

/** Effect of a promotion and a loyalty card on one line: both discounts, or the larger one. */
export const DiscountStrategy = z.enum(['BySum', 'ByPriority'])
