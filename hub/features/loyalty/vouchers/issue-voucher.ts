import type { Actor } from '#hub/auth/actor.ts'
import { type Inserted, insertRecord } from '#hub/db/records.ts'
import { giftVoucherEntries, giftVouchers } from '#hub/db/tables/gift-vouchers.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { GiftVoucherIssue } from '#shared/contracts/loyalty/vouchers.ts'
import { newVoucherNumber, voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { newId } from '#shared/std/ids.ts'
import { bookEarlierPayments, lockNumbers } from './earlier-payments.ts'

/**
 * Issues a voucher. Without a number it gets one that nobody can guess. Amounts that tills have taken with
 * the number before are deducted from its balance. Throws `duplicate` for a number that is taken.
 */
export async function issueVoucher(
  tx: Tx,
  { id, number, amount, expiresAt }: GiftVoucherIssue,
  actor: Actor,
): Promise<Inserted<typeof giftVouchers>> {
  const own = number ?? newVoucherNumber()
  const numberKey = voucherKeyOf(own)
  await lockNumbers(tx, [numberKey])
  const issuedAt = new Date()
  const inserted = await insertRecord(tx, giftVouchers, id, {
    number: own,
    numberKey,
    status: 'Active',
    amount,
    expiresAt,
    issuedAt,
    issuedById: actor.employeeId,
  })
  if (inserted.isNew) {
    await tx.insert(giftVoucherEntries).values({
      organizationId: tx.organizationId,
      id: newId(),
      voucherId: inserted.row.id,
      kind: 'Issue',
      amount,
      at: issuedAt,
    })
    await bookEarlierPayments(tx, [inserted.row])
  }
  return inserted
}
