import { z } from 'zod'
import { Id, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const OfferOwnership = z
  .strictObject({
    employeeId: Id.meta({ description: 'Who is to own the organization; they have an account' }),
  })
  .meta({ id: 'OfferOwnership' })

export const OwnershipOffer = z
  .object({ employeeId: Id, offeredById: Id, createdAt: UtcTime, expiresAt: UtcTime })
  .meta({ id: 'OwnershipOffer' })
export type OwnershipOffer = z.infer<typeof OwnershipOffer>

/** Of those that stand: null where there is none. */
export const StandingOffer = z.object({ offer: OwnershipOffer.nullable() }).meta({ id: 'StandingOffer' })

const ofOwner = '/api/organization/ownership-offer'
export const GIVEN_OFFER = endpoint({ method: 'get', path: ofOwner, answer: StandingOffer })
export const OFFER_OWNERSHIP = endpoint({
  ...{ method: 'post', path: ofOwner, body: OfferOwnership, answer: OwnershipOffer },
})
export const WITHDRAW_OFFER = endpoint({ method: 'delete', path: ofOwner, answer: null })

const ofHeir = '/api/me/ownership-offer'
export const OWN_OFFER = endpoint({ method: 'get', path: ofHeir, answer: StandingOffer })
export const ACCEPT_OFFER = endpoint({ method: 'post', path: `${ofHeir}/accept`, answer: null })
export const DECLINE_OFFER = endpoint({ method: 'delete', path: ofHeir, answer: null })
