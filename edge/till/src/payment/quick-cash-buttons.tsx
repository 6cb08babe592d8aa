import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useSettings } from '../status/use-status.ts'
import styles from './payment.module.css'
import { quickCash } from './quick-cash.ts'

interface QuickCashProps {
  left: Amount
  onChoose: (value: number) => void
}

export function QuickCash({ left, onChoose }: QuickCashProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const currencyCode = useSettings()?.currencyCode ?? ''
  const exact = amountToNumber(left)
  return (
    <fieldset className={styles.quick} aria-label={t('payment.quickCash')}>
      {[exact, ...quickCash(left, currencyCode)].map((value) => (
        <Button
          key={value}
          variant="default"
          h={56}
          size="md"
          fz="lg"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(value)}
        >
          {value === exact ? t('payment.exact') : format.money(value)}
        </Button>
      ))}
    </fieldset>
  )
}
