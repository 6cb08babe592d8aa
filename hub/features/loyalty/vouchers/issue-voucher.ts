import type { Actor } from '#hub/auth/actor.ts'
import { type Inserted, insertRecord } from '#hub/db/records.ts'
import { giftVoucherEntries, giftVouchers } from '#hub/db/tables/gift-vouchers.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { GiftVoucherIssue } from '#shared/contracts/loyalty/vouchers.ts'
import { newVoucherNumber, voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { newId } from '#shared/std/ids.ts'
import { bookEarlierPayments, lockNumbers } from './earlier-payments.ts'

/**
 * Issues a voucher. Generates an unguessable number when none is given. Deducts amounts that tills have
 * already accepted with this number. Throws `duplicate` for a number in use.
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
