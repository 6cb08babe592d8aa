import type { Tx } from '#hub/db/transact.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { queueMail } from '#hub/mail/queue-mail.ts'
import { Email } from '#shared/contracts/account/auth.ts'
import { Id } from '#shared/contracts/common.ts'
import type { ReadTillEvent } from '#shared/sync/shift.ts'

/** The kind of the events with which a till says that a customer wants a receipt by mail after it was paid. */
const RECEIPT_EMAILED = 'receipt_emailed'

/** Mails the receipts that the events are for: one mail for each event, and none that nobody has asked for. */
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
