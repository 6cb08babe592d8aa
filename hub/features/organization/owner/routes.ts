import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import {
  ACCEPT_OFFER,
  DECLINE_OFFER,
  GIVEN_OFFER,
  OFFER_OWNERSHIP,
  OWN_OFFER,
  WITHDRAW_OFFER,
} from '#shared/contracts/organization/owner.ts'
import {
  acceptOffer,
  declineOffer,
  findGivenOffer,
  findOwnOffer,
  offerOwnership,
  presentOffer,
  presentStandingOffer,
  withdrawOffer,
} from './offers.ts'

const tag = 'Organization: owner'
const ofOwner = { may: 'organization.update', stores: 'all', tag } as const
const ofHeir = { may: 'signed-in', stores: 'none', tag } as const

/**
 * Routes for a change of ownership agreed by both parties. A SuperAdmin can change the owner without their
 * consent, with a reason.
 */
export const ownerRoutes = area(
  getRoute({
    ...ofOwner,
    ...GIVEN_OFFER,
    summary: 'Get the open offer of the owner',
    read: (tx) => findGivenOffer(tx),
    present: presentStandingOffer,
  }),
  actionRoute({
    ...ofOwner,
    ...OFFER_OWNERSHIP,
    stepUp: true,
    provedAddress: true,
    summary: 'Offer the organization to a colleague',
    description:
      'Only for the owner. The colleague becomes the owner by accepting within 72 hours; you stay as an administrator.',
    command: (tx, { body, actor, hub }) => offerOwnership(tx, { employeeId: body.employeeId, actor, hub }),
    present: presentOffer,
    afterwards: (hub) => hub.jobs.wake('mail'),
  }),
  actionRoute({
    ...ofOwner,
    ...WITHDRAW_OFFER,
    summary: 'Withdraw the offer',
    command: (tx, { actor }) => withdrawOffer(tx, actor),
  }),
  getRoute({
    ...ofHeir,
    ...OWN_OFFER,
    summary: 'Get the organization that is offered to you',
    read: async (tx, { actor }) => findOwnOffer(tx, await actor()),
    present: presentStandingOffer,
  }),
  actionRoute({
    ...ofHeir,
    ...ACCEPT_OFFER,
    stores: 'all',
    stepUp: true,
    summary: 'Become the owner of the organization',
    command: (tx, { actor }) => acceptOffer(tx, actor),
  }),
  actionRoute({
    ...ofHeir,
    ...DECLINE_OFFER,
    provedAddress: false,
    summary: 'Decline the offer',
    command: (tx, { actor }) => declineOffer(tx, actor),
  }),
)
