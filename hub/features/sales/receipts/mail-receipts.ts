import type { Tx } from '#hub/db/transact.ts'
import { queueMail } from '#hub/integrations/mail/queue-mail.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { Email } from '#shared/contracts/account/auth.ts'
import { Id } from '#shared/domain/fields.ts'
import type { ReadTillEvent } from '#shared/sync/shift.ts'

/** Kind of the till event that requests a receipt by mail after payment. */
const RECEIPT_EMAILED = 'receipt_emailed'

/** Queues the receipts requested by the events, one mail for each event. */
export async function mailReceipts(tx: Tx, jobs: JobQueue, events: readonly ReadTillEvent[]): Promise<void> {
  for (const { id, kind, details } of events)
    if (kind === RECEIPT_EMAILED)
      await queueReceipt(tx, jobs, { key: id, saleId: details.saleId, to: details.email })
}

/**
 * Returns the details of an event to be stored. The customer's email address is masked, so only the mail
 * contains it.
 */
export function shownDetails({ kind, details }: ReadTillEvent): ReadTillEvent['details'] {
  if (kind !== RECEIPT_EMAILED) return details
  return { ...details, email: maskEmail(String(details.email ?? '')) }
}

/** Masks an email address except its first letter and host: `d***@shop.example`. */
const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at > 0 ? 1 : 0)}***${at > 0 ? email.slice(at) : ''}`
}

interface Wanted {
  key: string
  saleId: unknown
  to: unknown
}

/** Queues the mail of a receipt. Ignores an invalid address, because it must not prevent booking the event. */
async function queueReceipt(tx: Tx, jobs: JobQueue, { key, saleId, to }: Wanted): Promise<void> {
  const [sale, address] = [Id.safeParse(saleId), Email.safeParse(to)]
  if (!sale.success || !address.success) return
  const { organizationId } = tx
  await queueMail(tx, jobs, {
    key: `receipt ${organizationId} ${key}`,
    kind: 'Receipt',
    to: address.data,
    language: 'en',
    data: { organizationId, saleId: sale.data },
  })
}
