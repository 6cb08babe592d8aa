import { and, eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { notFound } from '#hub/db/records.ts'
import { refuseUnseen } from '#hub/db/stores-seen.ts'
import { fiscalEvents, fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { FiscalResult } from '#hub/fiscal/receipt.ts'
import type { SettleFiscalReceipt } from '#shared/contracts/sales/fiscal-receipts.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { freeReturns } from './free-returns.ts'
import { PROVIDER_CHANGED } from './leave-cash-boxes.ts'
import { cashBoxNow, type FullReceipt, getFiscalReceipt, NOUN } from './read-fiscal-receipts.ts'

/** Code of what a person has settled. */
export const SETTLED = 'SettledByHand'

/**
 * Takes the word of a person who has looked at the provider. With a sign the receipt is done; without one it goes to the cash box
 * that the retail point has now. What the present provider can be asked for is never sent on a person's word: it is retried. Throws
 * not_found, fiscal_not_failed, fiscal_not_configured, and invalid_request where the sign is needed.
 */
export async function settleFiscalReceipt(
  tx: Tx,
  saleId: string,
  { sign, docNumber, regNumber, reason }: SettleFiscalReceipt,
  actor: Actor,
): Promise<FullReceipt> {
  const { organizationId } = tx
  const own = and(eq(fiscalReceipts.organizationId, organizationId), eq(fiscalReceipts.saleId, saleId))
  await refuseUnseen(tx, retailSales, NOUN, saleId)
  const [row] = await tx.select().from(fiscalReceipts).where(own).for('update')
  if (!row) throw notFound(NOUN, saleId)
  if (row.state !== 'Failed') throw new Problem('fiscal_not_failed')
  const changes = sign
    ? done({ sign, docNumber: docNumber ?? null, regNumber: regNumber ?? null })
    : await sentAgain()
  const at = new Date()
  await tx
    .update(fiscalReceipts)
    .set({ ...changes, failures: 0, code: null, message: null, dueAt: at })
    .where(own)
  await tx.insert(fiscalEvents).values({
    ...{ organizationId, id: newId(), saleId, at, state: changes.state, attempt: row.attempt },
    ...{ code: SETTLED, message: reason, employeeId: actor.employeeId },
  })
  if (changes.state === 'Done') await freeReturns(tx, saleId)
  return getFiscalReceipt(tx, saleId)

  async function sentAgain() {
    if (row?.code !== PROVIDER_CHANGED)
      throw invalidField(['sign'], 'is needed: a receipt that the provider can be asked for is tried again')
    const cashBoxId = await cashBoxNow(tx, row)
    if (!cashBoxId) throw new Problem('fiscal_not_configured')
    return { state: 'Waiting' as const, cashBoxId, providerId: null }
  }
}

const done = (told: Pick<FiscalResult, 'sign' | 'docNumber' | 'regNumber'>) => ({
  state: 'Done' as const,
  result: {
    ...{ ...told, serialNumber: null, fnNumber: null, shiftNumber: null, numberInShift: null, time: null },
    ...{ url: null, qr: null, isOffline: false, ofdName: null, checkSite: null, taxSystem: null },
  },
})
