import { z } from 'zod'
import { Id, UtcTime } from '../common.ts'

export const OfferOwnership = z
  .strictObject({
    employeeId: Id.meta({ description: 'Who is to own the organization; they have an account' }),
  })
  .meta({ id: 'OfferOwnership' })

export const OwnershipOffer = z
  .object({ employeeId: Id, offeredById: Id, createdAt: UtcTime, expiresAt: UtcTime })
  .meta({ id: 'OwnershipOffer' })
export type OwnershipOffer = z.infer<typeof OwnershipOffer>
