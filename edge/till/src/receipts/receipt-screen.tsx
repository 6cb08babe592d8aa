import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { keyOf } from '../commands/keys.ts'
import { ReceiptLoyalty } from '../loyalty/receipt-loyalty.tsx'
import { PrintTrouble } from '../printing/print-trouble.tsx'
import { ScrolledPaper } from '../printing/scrolled-paper.tsx'
import { useSettings } from '../status/use-status.ts'
import { EmailButton } from './email-button.tsx'
import { FiscalWords } from './fiscal-words.tsx'
import { movedBy } from './moved-by.ts'
import { PrintButton } from './print-button.tsx'
import { ReceiptPaper } from './receipt-paper.tsx'
import styles from './receipt-screen.module.css'
import { UploadWords } from './upload-words.tsx'
import { useReceipt } from './use-receipts.ts'

interface ReceiptScreenProps {
  /** The receipt returned by the payment. Its current state is fetched separately. */
  receipt: Receipt
  onNewSale: () => void
}

/**
 * Screen after the payment, with the change in the largest possible digits, the receipt, and the button for
 * the next customer.
 */
export function ReceiptScreen({ receipt: paid, onNewSale }: ReceiptScreenProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const receipt = useReceipt(paid.receiptNumber).data ?? paid
  const printsAlways = useSettings()?.printAlways ?? false
  const hasChange = receipt.changeSum > 0
  const moved = movedBy(receipt)
  const sum = format.money(moved.isReturn || !hasChange ? moved.sum : receipt.changeSum)
  const label = moved.isReturn ? 'receipt.giveBack' : hasChange ? 'receipt.change' : 'receipt.paidExactly'
  return (
    <div className={styles.screen}>
      <ScrolledPaper className={styles.scroll ?? ''}>
        <ReceiptPaper receipt={receipt} />
      </ScrolledPaper>
      <div className={styles.aside}>
        <div className={styles.change} data-return={moved.isReturn} role="status">
          <Text fz="2xl" fw={600}>
            {t(label)}
          </Text>
          <span className={styles.changeSum} style={{ '--characters': sum.length } as CSSProperties}>
            {sum}
          </span>
        </div>
        <ReceiptLoyalty receipt={receipt} />
        <div className={styles.upload}>
          {!receipt.isTraining && <UploadWords receipt={receipt} />}
          <FiscalWords receipt={receipt} />
          <PrintTrouble />
        </div>
        <div className={styles.buttons}>
          <PrintButton receipt={receipt} isAutomatic={printsAlways} />
          {!receipt.isTraining && <EmailButton receipt={receipt} />}
          <Button
            className={styles.next ?? ''}
            h={60}
            fz="xl"
            autoFocus
            leftSection={<IconPlus size={24} />}
            onClick={onNewSale}
          >
            {t('receipt.newSale')} <KeyHint>{keyOf('newSale')}</KeyHint>
          </Button>
        </div>
      </div>
    </div>
  )
}
