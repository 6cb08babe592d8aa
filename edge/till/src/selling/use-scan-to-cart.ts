import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withoutAim } from '#shared/barcodes/look-up-steps.ts'
import type { Cart, TillProduct } from '#shared/contracts/till/till.ts'
import { Refusal } from '#shared/ui/api/client.ts'
import { showMessage, showProblem } from '#shared/ui/controls/message.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { findMissingFigure, type MissingFigure } from '../cart/missing-figure.ts'
import { useStockAction } from '../cart/use-stock-action.ts'
import { buyerName } from '../loyalty/buyer-name.ts'
import { playSound } from '../sound/sounds.ts'
import type { TypedQuantity } from './times.ts'

export interface AmbiguousScan {
  code: string
  products: TillProduct[]
  /** Input typed before the scan. */
  typedQuantity: TypedQuantity
}

interface ScannedLine extends TypedQuantity {
  code: string
}

/** Format of receipt numbers: series, hyphen, number. */
const RECEIPT_NUMBER = /^[A-Z0-9]+-\d+$/i

interface Found {
  onReceipt: (receiptNumber: string) => void
  /** Called when the product is known but input such as a price is missing. */
  onMissing: (missing: MissingFigure) => void
}

/** Adds scanned products to the cart, in the order of the scans. */
export function useScanToCart(cart: Cart, { onReceipt, onMissing }: Found) {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const perform = useStockAction()
  const [ambiguous, setAmbiguous] = useState<AmbiguousScan[]>([])

  const refuse = (text: string): void => {
    playSound('refused')
    showProblem(text)
  }
  const explain = async (line: ScannedLine, error: Error): Promise<void> => {
    const { code, ...typedQuantity } = line
    if (!(error instanceof Refusal)) return refuse(problemText(error))
    const { problem } = error
    const missing = findMissingFigure(error, line)
    if (missing) {
      playSound('found')
      return onMissing(missing)
    }
    if (problem.status === 409 && Array.isArray(problem.items)) {
      const products = problem.items as TillProduct[]
      playSound('found')
      return setAmbiguous((waiting) => [...waiting, { code, products, typedQuantity }])
    }
    if (problem.code !== 'barcode_not_found') return refuse(`${code}: ${problemText(error)}`)
    const number = withoutAim(code)
    if (RECEIPT_NUMBER.test(number)) {
      const receipt = await agent.receipt(number.toUpperCase()).catch(() => null)
      if (receipt) return onReceipt(receipt.receiptNumber)
    }
    playSound('unknown')
    showProblem(t('scan.unknown', { code }))
  }

  return {
    /**
     * Handles a scan. `isCovered` is true while a dialog covers the cart. The added product is then shown in
     * a message.
     */
    scan: (code: string, isCovered: boolean, typedQuantity: TypedQuantity): void => {
      if (cart.originalReceiptNumber) {
        refuse(t('return.onlyFromReceipt'))
        return
      }
      const line = { code, ...typedQuantity }
      perform((_, beyondStock) => agent.addLine({ ...line, beyondStock }), {
        onDone: (after) => {
          playSound('found')
          if (!isCovered) return
          const isCard = after.buyer.card?.id !== cart.buyer.card?.id
          const name = isCard ? buyerName(after.buyer) : null
          showMessage(name ? t('buyer.taken', { name }) : t('scan.added', { sum: format.money(after.sum) }))
        },
        onRefused: (error) => void explain(line, error),
      })
    },
    /** The oldest scanned code that matches several products. */
    ambiguous: ambiguous[0] ?? null,
    dismissAmbiguous: () => setAmbiguous((waiting) => waiting.slice(1)),
  }
}
