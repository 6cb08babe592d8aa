import { Button, Modal, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumberScan } from '../scanner/scan-target.tsx'
import { ReceiptDetails, type TakeBack } from './receipt-details.tsx'
import { ReceiptFilters } from './receipt-filters.tsx'
import { ReceiptRows } from './receipt-rows.tsx'
import styles from './receipts.module.css'
import { NO_FILTER } from './use-receipts.ts'

interface ReceiptsDialogProps {
  /** Number of the receipt to show first, such as a scanned one. */
  initialNumber?: string | null
  /** Begins a return. Undefined when the cashier is not allowed to. */
  onTakeBack: TakeBack | undefined
  onVouchersTakenBack: (() => void) | undefined
  onClose: () => void
}

export function ReceiptsDialog({
  initialNumber = null,
  onTakeBack,
  onVouchersTakenBack,
  onClose,
}: ReceiptsDialogProps) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState(NO_FILTER)
  const [debounced] = useDebouncedValue(filter, 120)
  const [chosen, setChosen] = useState(initialNumber)
  useNumberScan((code) => {
    setFilter({ ...NO_FILTER, search: code })
    setChosen(code.toUpperCase())
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size={1080}
      title={t('receipts.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <div className={styles.columns} data-chosen={chosen !== null}>
        <div className={styles.list}>
          <ReceiptFilters filter={filter} onChange={setFilter} />
          <ReceiptRows filter={debounced} chosen={chosen} onChoose={setChosen} />
        </div>
        {chosen ? (
          <div className={styles.detail}>
            <Button
              variant="default"
              className={styles.back ?? ''}
              leftSection={<IconArrowLeft size={20} />}
              onClick={() => setChosen(null)}
            >
              {t('receipts.back')}
            </Button>
            <ReceiptDetails
              key={chosen}
              number={chosen}
              onTakeBack={onTakeBack}
              onVouchersTakenBack={onVouchersTakenBack}
            />
          </div>
        ) : (
          <div className={styles.paper}>
            <Text c="var(--text-quiet)" fz="lg" m="auto">
              {t('receipts.choose')}
            </Text>
          </div>
        )}
      </div>
    </Modal>
  )
}
