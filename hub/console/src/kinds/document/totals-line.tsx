import type { DocumentItem } from '#shared/contracts/documents.ts'
import type { VatTerms } from '#shared/documents/line-sums.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../../i18n/use-text.ts'
import classes from './document.module.css'
import type { DraftLine } from './document-definition.ts'
import { totalsOf } from './totals.ts'

interface TotalsProps {
  lines: readonly DraftLine[]
  terms: VatTerms
  /** Posted document, whose stored totals are shown instead of calculated ones. Null for a draft. */
  item: DocumentItem | null
  isPriced: boolean
}

/** Shows the totals of the lines during input. */
export function Totals({ lines, terms, item, isPriced }: TotalsProps) {
  const t = useText()
  const format = useFormat()
  const totals = totalsOf(lines, terms)
  const { sum, vatSum, vatBreakdown = [] } = item ?? totals
  return (
    <output className={classes.totals} aria-label={t('documents.totals')}>
      <span>
        {t('documents.totalQuantity')} {format.quantity(totals.quantity)}
      </span>
      {isPriced && (
        <>
          {vatBreakdown.map(({ rate, vat }) => (
            <span key={rate}>
              {t('documents.vatOf', { rate: format.percent(rate) })} {format.amount(vat)}
            </span>
          ))}
          {vatBreakdown.length > 1 && (
            <span>
              {t('documents.vatSum')} {format.amount(vatSum)}
            </span>
          )}
          <span>
            {t('documents.sum')} <strong>{format.amount(sum)}</strong>
          </span>
        </>
      )}
      {item?.costSum !== undefined && (
        <span>
          {t('documents.costSum')} {format.amount(item.costSum)}
        </span>
      )}
    </output>
  )
}
