import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { NumberDialog } from '../cart/number-dialog.tsx'
import styles from './returns.module.css'

interface PickLineProps {
  line: Receipt['lines'][number]
  picked: number
  onPick: (quantity: number) => void
}

export function PickLine({ line, picked, onPick }: PickLineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isEntering, setIsEntering] = useState(false)
  const more = Math.min(line.returnable, Math.floor(picked) + 1)
  const less = Math.max(0, Math.ceil(picked) - 1)
  return (
    <li className={styles.line} aria-label={line.name}>
      <span>
        {line.name}
        <small>
          {format.money(line.price)} · {t('cart.returnable', { quantity: format.quantity(line.returnable) })}
        </small>
      </span>
      <span className={styles.pick}>
        <ActionIcon
          variant="default"
          size={52}
          aria-label={t('cart.less')}
          disabled={picked <= 0}
          onClick={() => onPick(less)}
        >
          <IconMinus size={22} />
        </ActionIcon>
        <UnstyledButton
          ta="center"
          fw={650}
          fz="xl"
          h={52}
          disabled={line.returnable === 0}
          aria-label={t('cart.enterQuantity', { quantity: format.quantity(picked), unit: line.unitName })}
          onClick={() => setIsEntering(true)}
        >
          {format.quantity(picked)}
        </UnstyledButton>
        <ActionIcon
          variant="default"
          size={52}
          aria-label={t('cart.more')}
          disabled={picked >= line.returnable}
          onClick={() => onPick(more)}
        >
          <IconPlus size={22} />
        </ActionIcon>
      </span>
      {isEntering && (
        <NumberDialog
          title={t('return.howMuch')}
          subject={line.name}
          label={t('cart.quantity')}
          value={picked || line.returnable}
          // A receipt does not state whether fractions are allowed, so the agent checks that.
          places={3}
          max={line.returnable}
          suffix={line.unitName}
          onClose={() => setIsEntering(false)}
          onEnter={onPick}
        />
      )}
    </li>
  )
}
