import { Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundBuyer } from '#shared/contracts/till/loyalty.ts'
import { agent, type BuyerChange } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { useNumberScan } from '../scanner/scan-target.tsx'
import styles from './buyer.module.css'
import { FoundBuyerRow } from './found-buyer-row.tsx'

const SHOWN = 20

const buyersQuery = (search: string) => ({
  queryKey: ['buyers', search],
  queryFn: ({ signal }: { signal: AbortSignal }) => agent.buyers(search, SHOWN, signal),
})

interface BuyerSearchProps {
  onTake: (change: BuyerChange) => void
  /** Called when the search text changes. */
  onSearch: () => void
}

/**
 * Search by card number, phone or name. Enter or a scan selects the only match. With several matches the
 * cashier chooses one.
 */
export function BuyerSearch({ onTake, onSearch }: BuyerSearchProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [debounced] = useDebouncedValue(typed.trim(), 120)
  const { data, error } = useQuery({
    ...buyersQuery(debounced),
    enabled: debounced !== '',
    placeholderData: keepPreviousData,
  })
  const search = (text: string): void => {
    setTyped(text)
    onSearch()
  }
  const takeOnly = async (text: string): Promise<void> => {
    search(text)
    if (text.trim() === '') return
    const { items } = await client.fetchQuery(buyersQuery(text.trim()))
    const found = items.find((item) => hasNumber(item, text)) ?? (items.length === 1 ? items[0] : undefined)
    if (found) onTake(changeTo(found))
  }
  const take = (text: string) => void takeOnly(text).catch(() => undefined)
  useNumberScan(take)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    take(typed)
  }
  const found = data?.items ?? []
  const isDone = debounced !== '' && debounced === typed.trim()
  return (
    <form onSubmit={submit} className={styles.search}>
      <TextInput
        label={t('buyer.search')}
        placeholder={t('buyer.searchHint')}
        data-autofocus
        maxLength={100}
        leftSection={<IconSearch size={20} />}
        value={typed}
        styles={{ input: { height: 56 } }}
        onChange={(event) => search(event.currentTarget.value)}
      />
      {debounced !== '' && !data && !error && <Loader m="auto" />}
      {error && <Text role="alert">{problemText(error)}</Text>}
      {isDone && data && (
        <>
          <Text c="var(--text-quiet)" role="status">
            {found.length === 0 && t('buyer.none')}
            {found.length > 1 && t(isPhone(debounced) ? 'buyer.severalPhone' : 'buyer.several')}
          </Text>
          {found.length > 0 && (
            <ul className={styles.list} aria-label={t('buyer.found')}>
              {found.map((item) => (
                <li key={item.card?.id ?? item.customer?.id}>
                  <FoundBuyerRow found={item} onTake={() => onTake(changeTo(item))} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </form>
  )
}

const changeTo = ({ card, customer }: FoundBuyer): BuyerChange =>
  card ? { cardId: card.id } : { cardId: null, customerId: customer?.id ?? null }

/** Normalizes a card number: case and spaces are ignored (docs/domain.md#loyalty). */
const plain = (number: string): string => number.replace(/\s/gu, '').toLowerCase()
const hasNumber = ({ card }: FoundBuyer, text: string): boolean =>
  card !== null && plain(card.cardNumber) === plain(text)

const isPhone = (text: string): boolean => /^[\d\s()+.-]+$/.test(text)
