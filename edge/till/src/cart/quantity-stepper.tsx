import { UnstyledButton } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CartLine } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './cart.module.css'
import { steppedQuantity } from './line-quantity.ts'

interface QuantityStepperProps {
  line: CartLine
  mayDelete: boolean
  onStep: (by: 1 | -1) => void
  onEnter: () => void
}

export function QuantityStepper({ line, mayDelete, onStep, onEnter }: QuantityStepperProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const quantity = format.quantity(line.quantity)
  return (
    <fieldset className={styles.stepper} aria-label={t('cart.quantityOf', { name: line.name })}>
      <UnstyledButton
        aria-label={t('cart.less')}
        disabled={!mayDelete || steppedQuantity(line, -1) === null}
        onClick={() => onStep(-1)}
      >
        <IconMinus size={20} />
      </UnstyledButton>
      <UnstyledButton
        aria-label={t('cart.enterQuantity', { quantity, unit: line.unitName })}
        onClick={onEnter}
      >
        <span>
          {quantity} <span className={styles.unit}>{line.unitName}</span>
        </span>
      </UnstyledButton>
      <UnstyledButton
        aria-label={t('cart.more')}
        disabled={steppedQuantity(line, 1) === null}
        onClick={() => onStep(1)}
      >
        <IconPlus size={20} />
      </UnstyledButton>
    </fieldset>
  )
}
