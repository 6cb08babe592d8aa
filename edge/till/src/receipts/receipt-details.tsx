import { Button, Loader, Text } from '@mantine/core'
import { IconArrowBackUp, IconArrowsExchange } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../api/problem-text.ts'
import { ReceiptLoyalty } from '../loyalty/receipt-loyalty.tsx'
import { ScrolledPaper } from '../printing/scrolled-paper.tsx'
import { TakeVouchersBack } from '../vouchers/take-vouchers-back.tsx'
import { EmailButton } from './email-button.tsx'
import { FiscalWords } from './fiscal-words.tsx'
import { PrintButton } from './print-button.tsx'
import { ReceiptPaper } from './receipt-paper.tsx'
import styles from './receipts.module.css'
import { UploadWords } from './upload-words.tsx'
import { useReceipt } from './use-receipts.ts'

/** Begins the return of a receipt. `isExchange` is true when other products are taken in exchange. */
export type TakeBack = (receiptNumber: string, isExchange: boolean) => void

interface ReceiptDetailsProps {
  number: string
  /** Begins a return. Undefined when the cashier is not allowed to. */
  onTakeBack: TakeBack | undefined
  /** Called after the receipt's vouchers were added to a return cart. */
  onVouchersTakenBack: (() => void) | undefined
}

export function ReceiptDetails({ number, onTakeBack, onVouchersTakenBack }: ReceiptDetailsProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { data: receipt, error } = useReceipt(number)
  if (!receipt) {
    return (
      <div className={styles.paper}>
        {error ? (
          <Text role="alert" fz="lg" m="auto">
            {problemText(error)}
          </Text>
        ) : (
          <Loader m="auto" />
        )}
      </div>
    )
  }
  const isReturnable = receipt.lines.some((line) => line.returnable > 0)
  return (
    <div className={styles.one}>
      <ScrolledPaper className={styles.paper ?? ''}>
        <ReceiptPaper receipt={receipt} isCopy={receipt.printedCount > 0} />
        <ReceiptLoyalty receipt={receipt} isFull />
      </ScrolledPaper>
      {receipt.isOfAnotherTill ? (
        <Text fz="lg" fw={550} role="status">
          {t('return.elsewhere')}
        </Text>
      ) : (
        <UploadWords receipt={receipt} />
      )}
      <FiscalWords receipt={receipt} />
      <div className={styles.buttons}>
        {!receipt.isOfAnotherTill && <PrintButton receipt={receipt} />}
        {!receipt.isOfAnotherTill && !receipt.isTraining && <EmailButton receipt={receipt} />}
        {onVouchersTakenBack && <TakeVouchersBack receipt={receipt} onBegun={onVouchersTakenBack} />}
        {onTakeBack && !receipt.isReturn && receipt.lines.length > 0 && (
          <Button
            h={60}
            variant="default"
            leftSection={<IconArrowBackUp size={24} />}
            disabled={!isReturnable}
            onClick={() => onTakeBack(receipt.receiptNumber, false)}
          >
            {t(isReturnable ? 'receipts.return' : 'receipts.allReturned')}
          </Button>
        )}
        {onTakeBack && isReturnable && (
          <Button
            h={60}
            variant="default"
            leftSection={<IconArrowsExchange size={24} />}
            onClick={() => onTakeBack(receipt.receiptNumber, true)}
          >
            {t('exchange.title')}
          </Button>
        )}
      </div>
    </div>
  )
}
