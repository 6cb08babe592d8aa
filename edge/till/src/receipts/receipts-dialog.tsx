import { Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScanTarget } from '../scanner/scan-target.tsx'
import { ReceiptDetails } from './receipt-details.tsx'
import { ReceiptRows } from './receipt-rows.tsx'
import styles from './receipts.module.css'

interface ReceiptsDialogProps {
  /** The receipt to show first, such as a scanned one. */
  initialNumber?: string | null
  /** Absent when the cashier may not take goods back. */
  onReturn: ((receiptNumber: string) => void) | undefined
  onClose: () => void
}

export function ReceiptsDialog({ initialNumber = null, onReturn, onClose }: ReceiptsDialogProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [debounced] = useDebouncedValue(search.trim(), 120)
  const [chosen, setChosen] = useState(initialNumber)
  useScanTarget((code) => {
    setSearch(code)
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
      <div className={styles.columns}>
        <div className={styles.list}>
          <TextInput
            aria-label={t('receipts.search')}
            placeholder={t('receipts.search')}
            leftSection={<IconSearch size={22} />}
            data-autofocus
            spellCheck={false}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <ReceiptRows search={debounced} chosen={chosen} onChoose={setChosen} />
        </div>
        {chosen ? (
          <ReceiptDetails key={chosen} number={chosen} onReturn={onReturn} />
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
