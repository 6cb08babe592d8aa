import { and, eq, gt } from 'drizzle-orm'
import { type Actor, organizationOf } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import { ownershipOffers } from '#hub/db/tables/organization.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { languageIn } from '#hub/features/account/signup/defaults.ts'
import { canMail } from '#hub/integrations/mail/channels.ts'
import type { Letter } from '#hub/integrations/mail/letter.ts'
import { queueMail } from '#hub/integrations/mail/queue-mail.ts'
import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { findNewOwner, handOver, lockOrganization } from './hand-over.ts'

export type OfferRow = typeof ownershipOffers.$inferSelect

const OFFER_HOURS = 72

/**
 * Offers the ownership of the organization to a colleague, replacing an earlier offer, and queues a mail if
 * the hub can send mail. Call `jobs.wake('mail')` after the commit. Throws `owner_needed` for a user who is
 * not the owner, and `invalid_request` naming the employee.
 */
export async function offerOwnership(
  tx: Tx,
  { employeeId, actor, hub }: { employeeId: string; actor: Actor; hub: HubContext },
): Promise<OfferRow> {
  const { ownerEmployeeId, country, name } = await lockOrganization(tx)
  if (actor.employeeId === null || actor.employeeId !== ownerEmployeeId)
    throw new Problem('owner_needed', { detail: 'Only the owner can offer the organization' })
  const heir = await findNewOwner(tx, employeeId)
  const createdAt = new Date()
  const offer = {
    employeeId,
    offeredById: actor.employeeId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + OFFER_HOURS * 3_600_000),
  }
  const [made] = await tx
    .insert(ownershipOffers)
    .values({ organizationId: tx.organizationId, ...offer })
    .onConflictDoUpdate({ target: ownershipOffers.organizationId, set: offer })
    .returning()
  if (await canMail(tx, hub)) {
    const [account] = await tx
      .select()
      .from(accounts)
      .where(eq(accounts.id, must(heir.accountId)))
    await queueMail(tx, hub.jobs, {
      key: `ownership-offer ${newId()}`,
      kind: 'OwnershipOffer',
      to: must(account).email,
      language: languageIn(country),
      data: { organization: name },
    })
  }
  return must(made, 'offer')
}

/** Withdraws the offer. Throws `not_found`, and `owner_needed` for a user who is not the owner. */
export async function withdrawOffer(tx: Tx, actor: Actor): Promise<void> {
  const { ownerEmployeeId } = await lockOrganization(tx)
  if (actor.employeeId !== ownerEmployeeId)
    throw new Problem('owner_needed', { detail: 'Only the owner can do this' })
  const ended = await tx.delete(ownershipOffers).where(good(tx)).returning()
  if (ended.length === 0) throw noOffer()
}

/** Returns the pending offer of the organization. */
export async function findGivenOffer(tx: Tx): Promise<OfferRow | undefined> {
  const [offer] = await tx.select().from(ownershipOffers).where(good(tx))
  return offer
}

/** Returns the pending offer made to the user. */
export async function findOwnOffer(tx: Tx, actor: Actor): Promise<OfferRow | undefined> {
  const [offer] = await tx.select().from(ownershipOffers).where(toMe(tx, actor))
  return offer
}

/**
 * Accepts the offer, exactly once even for concurrent requests. Throws `not_found`, also when the user who
 * made the offer is no longer the owner.
 */
export async function acceptOffer(tx: Tx, actor: Actor): Promise<void> {
  const organization = await lockOrganization(tx)
  const [offer] = await tx.delete(ownershipOffers).where(toMe(tx, actor)).returning()
  if (!offer || offer.offeredById !== organization.ownerEmployeeId) throw noOffer()
  await handOver(tx, organization, await findNewOwner(tx, offer.employeeId))
}

/** Declines the offer. Throws `not_found`. */
export async function declineOffer(tx: Tx, actor: Actor): Promise<void> {
  const ended = await tx.delete(ownershipOffers).where(toMe(tx, actor)).returning()
  if (ended.length === 0) throw noOffer()
}

const good = (tx: Tx) =>
  and(eq(ownershipOffers.organizationId, tx.organizationId), gt(ownershipOffers.expiresAt, new Date()))

const toMe = (tx: Tx, actor: Actor) => {
  organizationOf(actor)
  return and(good(tx), eq(ownershipOffers.employeeId, actor.employeeId ?? ''))
}

const noOffer = (): Problem =>
  new Problem('not_found', { detail: 'There is no offer, or it has expired (72 hours)' })

export const presentOffer = ({ employeeId, offeredById, createdAt, expiresAt }: OfferRow) => ({
  employeeId,
  offeredById,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

export const presentStandingOffer = (offer: OfferRow | undefined) => ({
  offer: offer ? presentOffer(offer) : null,
})

export const composeOffer: Composer = async (_hub, { language, data }) =>
  letter(language, data.organization ?? '')

function letter(language: 'en' | 'ru', organization: string): Letter {
  return language === 'ru'
    ? {
        subject: `Вам предлагают стать владельцем организации «${organization}»`,
        paragraphs: [
          `Владелец организации «${organization}» предлагает передать её вам.`,
          'Предложение действует 72 часа. Войдите, чтобы принять или отклонить его.',
        ],
      }
    : {
        subject: `You are offered ownership of ${organization}`,
        paragraphs: [
          `The owner of ${organization} wants to transfer it to you.`,
          'The offer is valid for 72 hours. Sign in to accept or decline it.',
        ],
      }
}
