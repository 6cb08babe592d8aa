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

/** The owner and the next one both consent. A SuperAdmin changes the owner with a reason instead. */
export const ownerRoutes = area(
  getRoute({
    ...ofOwner,
    ...GIVEN_OFFER,
    summary: 'The offer that the owner has made and that stands',
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
      'By the owner alone. They become the owner when they accept within 72 hours; you stay as an administrator.',
    deed: (tx, { body, actor, hub }) => offerOwnership(tx, { employeeId: body.employeeId, actor, hub }),
    present: presentOffer,
    afterwards: (hub) => hub.jobs.wake('mail'),
  }),
  actionRoute({
    ...ofOwner,
    ...WITHDRAW_OFFER,
    summary: 'Withdraw the offer',
    deed: (tx, { actor }) => withdrawOffer(tx, actor),
  }),
  getRoute({
    ...ofHeir,
    ...OWN_OFFER,
    summary: 'The organization that you are offered',
    read: async (tx, { actor }) => findOwnOffer(tx, await actor()),
    present: presentStandingOffer,
  }),
  actionRoute({
    ...ofHeir,
    ...ACCEPT_OFFER,
    stores: 'all',
    stepUp: true,
    summary: 'Become the owner of the organization',
    deed: (tx, { actor }) => acceptOffer(tx, actor),
  }),
  actionRoute({
    ...ofHeir,
    ...DECLINE_OFFER,
    provedAddress: false,
    summary: 'Decline the offer',
    deed: (tx, { actor }) => declineOffer(tx, actor),
  }),
)
