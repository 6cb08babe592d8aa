import { and, eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { findRecord, type Inserted, insertRecord } from '#hub/db/records.ts'
import { counterparties } from '#hub/db/tables/catalog.ts'
import { loyaltyCards, loyaltyPoints, loyaltyPrograms } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'
import { phoneNumberOf } from '#hub/features/catalog/counterparties/phone-number.ts'
import { countryOf } from '#hub/features/catalog/counterparties/queries.ts'
import { cardKeyOf, type LoyaltyCardIssue } from '#shared/contracts/loyalty/cards.ts'
import { addDays } from '#shared/loyalty/add-days.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import type { ProgramRow } from './queries.ts'

/**
 * Issues a card. Name and phone number default to those of the customer. Throws `invalid_request` for an
 * unknown program or customer, `no_program` when no program is given and there is no default, and `duplicate`
 * for a number in use.
 */
export async function issueCard(
  tx: Tx,
  { id, cardNumber, programId, customerId, customerName, phone, expiresAt }: LoyaltyCardIssue,
  actor: Actor,
): Promise<Inserted<typeof loyaltyCards>> {
  const program = await programOf(tx, programId)
  const customer = customerId ? await findRecord(tx, counterparties, customerId) : undefined
  if (customerId && !customer) throw invalidField(['customerId'], `there is no counterparty ${customerId}`)
  const holder = {
    customerName: customerName ?? customer?.name ?? null,
    phone: phone ?? customer?.phone ?? null,
  }
  const issuedAt = new Date()
  const inserted = await insertRecord(tx, loyaltyCards, id, {
    ...holder,
    cardNumber,
    cardKey: cardKeyOf(cardNumber),
    programId: program.id,
    customerId,
    phoneNumber: holder.phone && phoneNumberOf(holder.phone, await countryOf(tx)),
    status: 'Active',
    issuedAt,
    issuedById: actor.employeeId,
    expiresAt,
  })
  if (inserted.isNew && program.kind === 'Bonus' && program.welcomeMode === 'Registration')
    await welcome(tx, inserted.row.id, program, issuedAt)
  return inserted
}

async function programOf(tx: Tx, programId: string | null | undefined): Promise<ProgramRow> {
  const [program] = await tx
    .select()
    .from(loyaltyPrograms)
    .where(
      and(
        eq(loyaltyPrograms.organizationId, tx.organizationId),
        programId ? eq(loyaltyPrograms.id, programId) : eq(loyaltyPrograms.isDefault, true),
      ),
    )
  if (program) return program
  if (programId) throw invalidField(['programId'], `there is no loyalty program ${programId}`)
  throw new Problem('no_program', {
    detail: 'No program is named, and none is the default',
    errors: [{ pointer: '#/programId', detail: 'is needed' }],
  })
}

async function welcome(
  tx: Tx,
  cardId: string,
  { welcomeBonus, expirationDays }: ProgramRow,
  at: Date,
): Promise<void> {
  if (welcomeBonus === 0) return
  await tx.insert(loyaltyPoints).values({
    organizationId: tx.organizationId,
    id: newId(),
    cardId,
    kind: 'Welcome',
    points: welcomeBonus,
    at,
    availableFrom: at,
    expiresAt: expirationDays === null ? null : addDays(at, expirationDays),
  })
}
