import { z } from 'zod'
import { Id, UtcTime } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'

const OfferOwnership = z
  .strictObject({
    employeeId: Id.meta({ description: 'New owner of the organization; must have an account' }),
  })
  .meta({ id: 'OfferOwnership' })

const OwnershipOffer = z
  .object({ employeeId: Id, offeredById: Id, createdAt: UtcTime, expiresAt: UtcTime })
  .meta({ id: 'OwnershipOffer' })

/** Open ownership offer, or null when there is none. */
const StandingOffer = z.object({ offer: OwnershipOffer.nullable() }).meta({ id: 'StandingOffer' })

const ofOwner = '/api/organization/ownership-offer'
export const GIVEN_OFFER = endpoint({ method: 'get', path: ofOwner, answer: StandingOffer })
export const OFFER_OWNERSHIP = endpoint({
  method: 'post',
  path: ofOwner,
  body: OfferOwnership,
  answer: OwnershipOffer,
})
export const WITHDRAW_OFFER = endpoint({ method: 'delete', path: ofOwner, answer: null })

const ofHeir = '/api/me/ownership-offer'
export const OWN_OFFER = endpoint({ method: 'get', path: ofHeir, answer: StandingOffer })
export const ACCEPT_OFFER = endpoint({ method: 'post', path: `${ofHeir}/accept`, answer: null })
export const DECLINE_OFFER = endpoint({ method: 'delete', path: ofHeir, answer: null })
