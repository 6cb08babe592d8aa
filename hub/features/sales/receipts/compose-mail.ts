import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import { COLUMNS, layOut } from '#shared/receipts/lay-out.ts'
import { receiptAddress } from '#shared/receipts/receipt-token.ts'
import { RECEIPT_WORDS } from '#shared/receipts/words/words.ts'
import { must } from '#shared/std/must.ts'
import { findReceipt } from './online-receipt.ts'
import { receiptPage } from './receipt-page.ts'

/** Composes the mail of a receipt. Composes nothing when the sale cannot be read. */
export const composeReceipt: Composer = async (hub, { data }, { publicUrl }) => {
  const organizationId = must(data.organizationId, 'organization')
  const saleId = must(data.saleId, 'sale')
  const receipt = await hub.db.read(organizationId, (tx) => findReceipt(tx, saleId))
  if (!receipt) return undefined
  const { document, organizationName, logoUrl, token } = receipt
  const { mail } = RECEIPT_WORDS[document.language]
  const link = token && receiptAddress(publicUrl, token)
  const page = await receiptPage({
    document,
    organizationName,
    mailed: { link },
    logoUrl: logoUrl && `${publicUrl}${logoUrl}`,
  })
  const lines = layOut(document.blocks, document.paperWidth).flatMap((step) =>
    step.kind === 'line' ? [step.text.trimEnd()] : step.kind === 'qr' ? [step.text] : [],
  )
  const rule = '-'.repeat(COLUMNS[document.paperWidth])
  return {
    subject: `${document.title}, ${organizationName}`,
    written: {
      html: String(page),
      text: `${[...lines, rule, ...(link ? [`${mail.page}:`, link] : []), mail.note].join('\n')}\n`,
    },
  }
}
