import { Loader, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillCashier } from '#shared/contracts/till/till.ts'
import { useProblemText } from '../api/problem-text.ts'
import { CashierTiles } from './cashier-tiles.tsx'
import { PinPad } from './pin-pad.tsx'
import styles from './session.module.css'
import { useCashiers } from './use-session.ts'

interface CashierChoiceProps {
  onSignedIn?: () => void
}

/**
 * Sign-in at the till. The PIN alone identifies the cashier. Tiles are for users who prefer to select their
 * name first.
 */
export function CashierChoice({ onSignedIn = () => {} }: CashierChoiceProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { data, error } = useCashiers()
  const [picked, setPicked] = useState<TillCashier | null>(null)
  const [choices, setChoices] = useState(0)
  const cashiers = data?.items ?? []
  const chosen = picked ?? (cashiers.length === 1 ? (cashiers[0] ?? null) : null)
  const choose = (cashier: TillCashier): void => {
    setPicked(cashier)
    setChoices((count) => count + 1)
  }
  return (
    <div className={styles.choice}>
      <section>
        <Title order={1} fz="2xl" mb={16}>
          {t('signIn.title')}
        </Title>
        {!data && !error && <Loader />}
        {error && <Text role="alert">{problemText(error)}</Text>}
        {data && cashiers.length === 0 && <Text fz="lg">{t('signIn.noCashiers')}</Text>}
        {cashiers.length > 0 && (
          <CashierTiles cashiers={cashiers} chosenId={chosen?.id ?? null} onChoose={choose} />
        )}
      </section>
      <section className={styles.pin}>
        {/* Recreated with each selection, even of the same cashier, so that the field is empty and has the focus. */}
        <PinPad key={`${chosen?.id} ${choices}`} cashier={chosen} onSignedIn={onSignedIn} />
      </section>
    </div>
  )
}
