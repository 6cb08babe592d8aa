import { ScrollArea, SimpleGrid, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillCashier } from '#shared/contracts/till/till.ts'
import styles from './session.module.css'

/** Number of cashiers from which a search field is shown, because scrolling takes too long. */
const SEARCH_FROM = 12

interface CashierTilesProps {
  cashiers: TillCashier[]
  chosenId: string | null
  onChoose: (cashier: TillCashier) => void
}

export function CashierTiles({ cashiers, chosenId, onChoose }: CashierTilesProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/)
  const shown = cashiers.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  return (
    <>
      {cashiers.length >= SEARCH_FROM && (
        <TextInput
          aria-label={t('signIn.search')}
          placeholder={t('signIn.search')}
          leftSection={<IconSearch size={22} />}
          mb={12}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ScrollArea className={styles.tiles} type="auto" offsetScrollbars>
        <SimpleGrid
          cols={{ base: 2, lg: 3 }}
          spacing={12}
          py={4}
          role="group"
          aria-label={t('signIn.cashiers')}
        >
          {shown.map((cashier) => (
            <UnstyledButton
              key={cashier.id}
              className={styles.tile}
              aria-pressed={cashier.id === chosenId}
              onClick={() => onChoose(cashier)}
            >
              <span className={styles.initials} aria-hidden>
                {initials(cashier.name)}
              </span>
              <span className={styles.name}>{cashier.name}</span>
            </UnstyledButton>
          ))}
        </SimpleGrid>
        {shown.length === 0 && (
          <Text c="dimmed" p={16}>
            {t('signIn.noneFound')}
          </Text>
        )}
      </ScrollArea>
    </>
  )
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
