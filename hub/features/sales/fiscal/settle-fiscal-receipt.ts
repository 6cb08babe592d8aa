import { and, eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { notFound } from '#hub/db/records.ts'
import type { FiscalResult } from '#hub/db/tables/fiscal.ts'
import { fiscalEvents, fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseUnseen } from '#hub/db/visible-stores.ts'
import type { SettleFiscalReceipt } from '#shared/contracts/sales/fiscal-receipts.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { freeReturns } from './free-returns.ts'
import { PROVIDER_CHANGED } from './leave-cash-boxes.ts'
import { cashBoxNow, type FullReceipt, getFiscalReceipt, NOUN } from './read-fiscal-receipts.ts'

/** Code of the event when a user settles a receipt. */
export const SETTLED = 'SettledByHand'

/**
 * Settles a failed receipt after a user has checked it at the provider. With a fiscal sign the receipt is
 * done. Without one, a receipt whose cash box can no longer be queried is sent to the current cash box of the
 * retail point. Any other receipt must be retried, so that it is never sent twice because of a user's
 * mistake. Throws `not_found`, `fiscal_not_failed`, `fiscal_not_configured`, and `invalid_request` when the
 * sign is required.
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
    organizationId,
    id: newId(),
    saleId,
    at,
    state: changes.state,
    attempt: row.attempt,
    code: SETTLED,
    message: reason,
    employeeId: actor.employeeId,
  })
  if (changes.state === 'Done') await freeReturns(tx, saleId)
  return getFiscalReceipt(tx, saleId)

  async function sentAgain() {
    if (row?.code !== PROVIDER_CHANGED)
      throw invalidField(['sign'], 'is needed: retry a receipt that the provider can look up')
    const cashBoxId = await cashBoxNow(tx, row)
    if (!cashBoxId) throw new Problem('fiscal_not_configured')
    return { state: 'Waiting' as const, cashBoxId, providerId: null }
  }
}

const done = (stated: Pick<FiscalResult, 'sign' | 'docNumber' | 'regNumber'>) => ({
  state: 'Done' as const,
  result: {
    ...stated,
    serialNumber: null,
    fnNumber: null,
    shiftNumber: null,
    numberInShift: null,
    time: null,
    url: null,
    qr: null,
    isOffline: false,
    ofdName: null,
    checkSite: null,
    taxSystem: null,
  },
})
