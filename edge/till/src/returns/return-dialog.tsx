import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReceipt } from '../receipts/use-receipts.ts'
import { useNumberScan } from '../scanner/scan-target.tsx'
import { FindReceipt } from './find-receipt.tsx'
import { PickLines } from './pick-lines.tsx'
import styles from './returns.module.css'

interface ReturnDialogProps {
  initialNumber: string | null
  /** True when other products are taken in exchange. */
  isExchange: boolean
  /** True when the cart is not empty. It is parked when the return begins. */
  isCartInUse: boolean
  onBegun: () => void
  onClose: () => void
}

/** Dialog of a return. Asks first for the receipt, by number or scan, and then for the lines to return. */
export function ReturnDialog({
  initialNumber,
  isExchange,
  isCartInUse,
  onBegun,
  onClose,
}: ReturnDialogProps) {
  const { t } = useTranslation()
  const [typed, setNumber] = useState(initialNumber)
  const [sought, setSought] = useState('')
  // The digits alone also identify a receipt. From here on, its full number is used.
  const number = useReceipt(typed).data?.receiptNumber ?? typed
  const begun = (): void => {
    onBegun()
    onClose()
  }
  const back = (): void => {
    setSought(number ?? '')
    setNumber(null)
  }
  useNumberScan((code) => setNumber(code.toUpperCase()))
  return (
    <Modal
      opened
      onClose={onClose}
      size={680}
      title={
        number ? t(isExchange ? 'exchange.ofReceipt' : 'return.ofReceipt', { number }) : t('return.begin')
      }
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      {isCartInUse && !isExchange && <p className={styles.note}>{t('return.cartWillBeParked')}</p>}
      {number ? (
        <PickLines key={number} number={number} isExchange={isExchange} onBack={back} onBegun={begun} />
      ) : (
        <FindReceipt initialNumber={sought} onFind={setNumber} onBegun={begun} />
      )}
    </Modal>
  )
}
