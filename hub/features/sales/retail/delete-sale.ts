import type { Actor } from '#hub/auth/actor.ts'
import { deleteRecord } from '#hub/db/records.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { bookMoments, checkDraftMoments } from '#hub/documents/book-moments.ts'
import { holdSettings } from '#hub/documents/settings.ts'
import { lockRetailSale, NOUN } from './queries.ts'
import { refusePosted, refuseUploaded } from './refuse-change.ts'

/** Deletes a back-office draft. Throws `document_posted`, `uploaded_sale` or `period_closed` for other sales. */
export async function deleteRetailSale(tx: Tx, id: string, actor: Actor): Promise<void> {
  const { sale } = await lockRetailSale(tx, id)
  refusePosted(sale)
  refuseUploaded(sale)
  checkDraftMoments(await holdSettings(tx), actor, [], bookMoments(sale.date))
  await deleteRecord(tx, retailSales, NOUN, id)
}
