import { z } from 'zod'

export const ProductKind = z.enum(['Good', 'Service', 'Bundle'])
export const PaymentSubject = z.enum(['Good', 'Excisable', 'Service', 'Other'])
export type PaymentSubject = z.infer<typeof PaymentSubject>
export const TrackingType = z.enum([
  'NotTracked',
  'Tobacco',
  'Shoes',
  'Clothes',
  'Perfumery',
  'Tires',
  'Milk',
  'Water',
  'Beer',
  'Medical',
  'Supplements',
  'Other',
] as const)
export type TrackingType = z.infer<typeof TrackingType>

/** Highest minimum age of buyers, in years. */
export const MAX_MINIMUM_AGE = 99
