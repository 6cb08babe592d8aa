import { useTranslation } from 'react-i18next'
import type { TenderType } from '#shared/domain/tenders.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './payment.module.css'
import type { TenderOutcome } from './tender.ts'

/** Shows the change in large digits, or the reason why the payment is not possible. */
export function OutcomeWords({ outcome, isReturn }: { outcome: TenderOutcome; isReturn: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!outcome.ok) {
    const asPaid = (refused: TenderOutcome) =>
      'excess' in refused
        ? {
            way: t(`tender.${refused.excess.type as TenderType}`),
            sum: format.money(amountToNumber(refused.excess.available)),
          }
        : {}
    const words = {
      too_little: () => t('payment.tooLittle', { sum: format.money(missingOf(outcome)) }),
      over_sum: () => t('payment.overSum', { sum: format.money(missingOf(outcome)) }),
      too_many_points: () => t('payment.tooManyPoints', { sum: format.money(mostOf(outcome)) }),
      no_reference: () => t('payment.noReference'),
      unchecked_voucher: () => t('payment.uncheckedVoucher'),
      voucher_taken: () => t('payment.voucherTaken'),
      too_much_of_voucher: () => t('payment.tooMuchOfVoucher', { sum: format.money(mostOf(outcome)) }),
      not_exact: () => t('payment.refundNotExact'),
      no_reason: () => t('payment.refundNeedsReason'),
      not_as_paid: () => t('payment.refundAsPaid', asPaid(outcome)),
    }[outcome.reason]()
    return (
      <div className={styles.outcome} data-kind="refused" role="status">
        {words}
      </div>
    )
  }
  if (isReturn || outcome.changeSum === 0) return null
  return (
    <div className={styles.outcome} data-kind="change" role="status">
      {t('payment.change')}{' '}
      <span className={styles.change}>{format.money(amountToNumber(outcome.changeSum))}</span>
    </div>
  )
}

function missingOf(outcome: TenderOutcome): number {
  if ('missing' in outcome) return amountToNumber(outcome.missing)
  return 'over' in outcome ? amountToNumber(outcome.over) : 0
}

const mostOf = (outcome: TenderOutcome): number => ('most' in outcome ? amountToNumber(outcome.most) : 0)
