import { hashSecret } from '#hub/config/secrets.ts'
import { insertRows } from '#hub/db/insert-rows.ts'
import { receiptLinks } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { queueMail } from '#hub/mail/queue-mail.ts'
import { Email } from '#shared/contracts/account/auth.ts'
import { Id } from '#shared/contracts/common.ts'
import { ReceiptToken } from '#shared/receipts/receipt-token.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import type { ReadTillEvent } from '#shared/sync/shift.ts'

type Published = Pick<ReadSale, 'id' | 'receiptToken' | 'customerEmail'>

/**
 * Gives receipts their pages, and mails those whose customer has named an address; both once, however often a sale is
 * booked. A token that is none, or is known already, gives no page.
 */
export async function publishReceipts(tx: Tx, jobs: JobQueue, sales: readonly Published[]): Promise<void> {
  const { organizationId } = tx
  const links = sales.flatMap(({ id, receiptToken }) => {
    const token = ReceiptToken.safeParse(receiptToken)
    return token.success ? [{ organizationId, saleId: id, tokenHash: hashSecret(token.data) }] : []
  })
  await insertRows(tx, receiptLinks, links, 'ON CONFLICT DO NOTHING')
  for (const { id, customerEmail } of sales)
    await queueReceipt(tx, jobs, { key: id, saleId: id, to: customerEmail })
}

/** The kind of the events with which a till says that a customer wants a receipt by mail after it was paid. */
const RECEIPT_EMAILED = 'receipt_emailed'

/** Mails the receipts that the events are for: one mail for each event. */
export async function mailReceipts(tx: Tx, jobs: JobQueue, events: readonly ReadTillEvent[]): Promise<void> {
  for (const { id, kind, details } of events)
    if (kind === RECEIPT_EMAILED)
      await queueReceipt(tx, jobs, { key: id, saleId: details.saleId, to: details.email })
}

/** What the books keep of an event: the address is the customer's, and only its mail has it. */
export function shownDetails({ kind, details }: ReadTillEvent): ReadTillEvent['details'] {
  if (kind !== RECEIPT_EMAILED) return details
  return { ...details, email: maskEmail(String(details.email ?? '')) }
}

/** The first letter and the host: `d***@shop.example`. */
const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at > 0 ? 1 : 0)}***${at > 0 ? email.slice(at) : ''}`
}

interface Wanted {
  key: string
  saleId: unknown
  to: unknown
}

/** What is no address gets no mail: a sale is a fact, whatever stands in it. */
async function queueReceipt(tx: Tx, jobs: JobQueue, { key, saleId, to }: Wanted): Promise<void> {
  const [sale, address] = [Id.safeParse(saleId), Email.safeParse(to)]
  if (!sale.success || !address.success) return
  const { organizationId } = tx
  await queueMail(tx, jobs, {
    ...{ key: `receipt ${organizationId} ${key}`, kind: 'Receipt', to: address.data, language: 'en' },
    data: { organizationId, saleId: sale.data },
  })
}
