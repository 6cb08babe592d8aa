import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { OfferOwnership, OwnershipOffer } from '#shared/contracts/organization/owner.ts'
import {
  acceptOffer,
  declineOffer,
  getOwnOffer,
  offerOwnership,
  presentOffer,
  withdrawOffer,
} from './offers.ts'

const tag = 'Organization: owner'
const ofOwner = { path: '/api/organization/ownership-offer', may: 'organization.update', tag } as const
const ofHeir = { path: '/api/me/ownership-offer', may: 'signed-in', tag } as const

/** The owner and the next one both consent. A SuperAdmin changes the owner with a reason instead. */
export const ownerRoutes = area(
  actionRoute({
    ...ofOwner,
    stepUp: true,
    summary: 'Offer the organization to a colleague',
    description:
      'By the owner alone. They become the owner when they accept within 72 hours; you stay as an administrator.',
    body: OfferOwnership,
    answer: OwnershipOffer,
    deed: (tx, { body, actor, hub }) => offerOwnership(tx, { employeeId: body.employeeId, actor, hub }),
    present: presentOffer,
    afterwards: (hub) => hub.jobs.wake('mail'),
  }),
  actionRoute({
    ...ofOwner,
    method: 'delete',
    summary: 'Withdraw the offer',
    answer: null,
    deed: (tx, { actor }) => withdrawOffer(tx, actor),
  }),
  getRoute({
    ...ofHeir,
    summary: 'The organization that you are offered',
    answer: OwnershipOffer,
    read: async (tx, { actor }) => getOwnOffer(tx, await actor()),
    present: presentOffer,
  }),
  actionRoute({
    ...ofHeir,
    path: '/api/me/ownership-offer/accept',
    stepUp: true,
    summary: 'Become the owner of the organization',
    answer: null,
    deed: (tx, { actor }) => acceptOffer(tx, actor),
  }),
  actionRoute({
    ...ofHeir,
    method: 'delete',
    summary: 'Decline the offer',
    answer: null,
    deed: (tx, { actor }) => declineOffer(tx, actor),
  }),
)
