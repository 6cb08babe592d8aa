import { Button, Loader, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useProblemText } from '../api/problem-text.ts'
import styles from './receipts.module.css'
import { NO_FILTER, type ReceiptFilter, useReceipts } from './use-receipts.ts'

interface ReceiptRowsProps {
  filter: ReceiptFilter
  chosen: string | null
  onChoose: (receiptNumber: string) => void
}

/** Lists receipts, newest first. Loads more on demand. */
export function ReceiptRows({ filter, chosen, onChoose }: ReceiptRowsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useReceipts(filter)
  const receipts = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className={styles.rows}>
      {!data && !error && <Loader m={24} />}
      {error && (
        <Text role="alert" p={12}>
          {problemText(error)}
        </Text>
      )}
      {data && receipts.length === 0 && (
        <Text p={24} ta="center" c="var(--text-quiet)">
          {t(filter === NO_FILTER ? 'receipts.none' : 'receipts.noneFound')}
        </Text>
      )}
      {receipts.map((receipt) => (
        <UnstyledButton
          key={receipt.id}
          className={styles.row}
          data-return={receipt.isReturn}
          aria-current={receipt.receiptNumber === chosen}
          onClick={() => onChoose(receipt.receiptNumber)}
        >
          <span>{receipt.receiptNumber}</span>
          <span>
            {receipt.isReturn ? '−' : ''}
            {format.money(receipt.sum)}
          </span>
          <small>
            {format.time(receipt.soldAt)} · {receipt.cashierName}
          </small>
          <small>
            {t(receipt.isOfAnotherTill ? 'return.elsewhere' : `receipts.state.${receipt.uploadState}`)}
            {receipt.fiscalState && (
              <span data-refused={receipt.fiscalState === 'Failed'}>
                {` · ${t(`receipts.fiscal.${receipt.fiscalState}`)}`}
              </span>
            )}
          </small>
        </UnstyledButton>
      ))}
      {hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt={12}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('receipts.more')}
        </Button>
      )}
    </div>
  )
}
