import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RECEIPT_KINDS } from '#shared/contracts/till/till.ts'
import styles from './receipts.module.css'
import { NO_FILTER, type ReceiptFilter } from './use-receipts.ts'

interface ReceiptFiltersProps {
  filter: ReceiptFilter
  onChange: (filter: ReceiptFilter) => void
}

/** Filters for the receipt list: number, product or amount; day; kind. */
export function ReceiptFilters({ filter, onChange }: ReceiptFiltersProps) {
  const { t } = useTranslation()
  const change = (changes: Partial<ReceiptFilter>): void => {
    const changed = { ...filter, ...changes }
    const isNone = changed.search.trim() === '' && changed.kind === 'all' && changed.day === ''
    onChange(isNone && changed.search === '' ? NO_FILTER : changed)
  }
  return (
    <div className={styles.filters}>
      <TextInput
        aria-label={t('receipts.search')}
        placeholder={t('receipts.search')}
        leftSection={<IconSearch size={22} />}
        data-autofocus
        spellCheck={false}
        maxLength={64}
        value={filter.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        size="md"
        aria-label={t('receipts.day')}
        value={filter.day}
        onChange={(event) => change({ day: event.currentTarget.value })}
      />
      <NativeSelect
        size="md"
        aria-label={t('receipts.kind')}
        value={filter.kind}
        onChange={(event) => change({ kind: event.currentTarget.value as ReceiptFilter['kind'] })}
        data={RECEIPT_KINDS.map((kind) => ({ value: kind, label: t(`receipts.kinds.${kind}`) }))}
      />
    </div>
  )
}
