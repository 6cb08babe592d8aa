import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { markingKey } from '#shared/barcodes/marking-code.ts'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { type Amount, amount, amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useSettings } from '../status/use-status.ts'
import styles from './receipt.module.css'
import { ReceiptBarcode } from './receipt-barcode.tsx'

interface ReceiptPaperProps {
  receipt: Receipt
  isCopy?: boolean
}

/** The receipt as it is printed, on the screen too. */
export function ReceiptPaper({ receipt, isCopy = false }: ReceiptPaperProps) {
  const { t } = useTranslation()
  const width = useSettings()?.paperWidth ?? 80
  return (
    <article
      className={styles.paper}
      data-width={width}
      style={{ '--paper-width': width } as CSSProperties}
      aria-label={t('receipt.titled', { number: receipt.receiptNumber })}
    >
      {receipt.isTraining && <div className={styles.copy}>{t('training.paper')}</div>}
      {isCopy && <div className={styles.copy}>{t('receipt.copy')}</div>}
      <Heading receipt={receipt} />
      <hr className={styles.rule} />
      <Lines receipt={receipt} />
      <hr className={styles.rule} />
      <Totals receipt={receipt} />
      <hr className={styles.rule} />
      <Footing receipt={receipt} />
    </article>
  )
}

function Pair({
  label,
  children,
  className = '',
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  return (
    <div className={`${styles.pair} ${className}`}>
      <span>{label}</span>
      <span>{children}</span>
    </div>
  )
}

function Heading({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const format = useFormat()
  const settings = useSettings()
  return (
    <>
      <div className={styles.centered}>
        <strong>{settings?.organizationName}</strong>
      </div>
      {settings?.taxId && (
        <div className={styles.centered}>{t('receipt.taxId', { taxId: settings.taxId })}</div>
      )}
      {settings?.retailPointName !== settings?.organizationName && (
        <div className={styles.centered}>{settings?.retailPointName}</div>
      )}
      {settings?.address && <div className={styles.centered}>{settings.address}</div>}
      {settings?.receiptHeader && <div className={styles.centered}>{settings.receiptHeader}</div>}
      <div className={styles.kind}>{t(receipt.isReturn ? 'receipt.returnKind' : 'receipt.saleKind')}</div>
      <Pair label={t('receipt.number')}>{receipt.receiptNumber}</Pair>
      {receipt.originalReceiptNumber && (
        <Pair label={t('receipt.original')}>{receipt.originalReceiptNumber}</Pair>
      )}
      <Pair label={t('receipt.soldAt')}>{format.dateTime(receipt.soldAt)}</Pair>
      <Pair label={t('receipt.cashier')}>{receipt.cashierName}</Pair>
    </>
  )
}

function Lines({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const format = useFormat()
  return receipt.lines.map((line) => (
    <div key={line.lineNo} className={styles.line}>
      <div>{line.name}</div>
      <Pair label={`${format.quantity(line.quantity)} ${line.unitName} × ${format.amount(line.price)}`}>
        {format.amount(beforeDiscount(line))}
      </Pair>
      {line.discountAmount > 0 && (
        <Pair label={t('receipt.discount')}>−{format.amount(line.discountAmount)}</Pair>
      )}
      {line.ntin && <Pair label={t('receipt.ntin')}>{line.ntin}</Pair>}
      {line.markingCodes.map((code) => (
        <div key={code}>{t('receipt.markingCode', { code: markingKey(code) })}</div>
      ))}
    </div>
  ))
}

function Totals({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      {(receipt.discountSum > 0 || receipt.roundingSum !== 0) && (
        <Pair label={t('receipt.subtotal')}>{format.amount(subtotalOf(receipt))}</Pair>
      )}
      {receipt.discountSum > 0 && (
        <Pair label={t('receipt.discount')}>−{format.amount(receipt.discountSum)}</Pair>
      )}
      {receipt.promotions.map(({ name, amount }) => (
        <Pair key={name} label={t('receipt.promotion', { name })}>
          −{format.amount(amount)}
        </Pair>
      ))}
      {receipt.roundingSum !== 0 && (
        <Pair label={t('receipt.rounding')}>{format.signed(receipt.roundingSum)}</Pair>
      )}
      <Pair className={styles.total ?? ''} label={t(receipt.isReturn ? 'receipt.refunded' : 'receipt.total')}>
        {format.money(receipt.sum)}
      </Pair>
      {receipt.vatBreakdown.map(({ rate, vat }) => (
        <Pair
          key={rate}
          label={t(receipt.vatIncluded ? 'receipt.vatIncluded' : 'receipt.vatOnTop', {
            rate: format.percent(rate),
          })}
        >
          {format.amount(vat)}
        </Pair>
      ))}
      {receipt.payments.map((payment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments have no other identity
        <Pair key={index} label={[t(`tender.${payment.type}`), payment.reference].filter(Boolean).join(' ')}>
          {format.amount(payment.amount)}
        </Pair>
      ))}
      {receipt.changeSum > 0 && <Pair label={t('receipt.change')}>{format.amount(receipt.changeSum)}</Pair>}
    </>
  )
}

function beforeDiscount({ sum, discountAmount }: Receipt['lines'][number]): number {
  return amountToNumber((amount(sum) + amount(discountAmount)) as Amount)
}

/** Before discounts and rounding. */
function subtotalOf({ sum, discountSum, roundingSum }: Receipt): number {
  return amountToNumber((amount(sum) + amount(discountSum) - amount(roundingSum)) as Amount)
}

function Footing({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const settings = useSettings()
  return (
    <>
      {settings?.receiptFooter && <div className={styles.centered}>{settings.receiptFooter}</div>}
      <ReceiptBarcode number={receipt.receiptNumber} />
      <div className={styles.centered}>{receipt.receiptNumber}</div>
      <div className={styles.centered}>{t('receipt.notFiscal')}</div>
    </>
  )
}
