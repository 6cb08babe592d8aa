import { IconCash, IconCoins, IconCreditCard, IconQrcode } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenderType } from '#shared/domain/tenders.ts'
import { Choice, Choices } from '#shared/ui/controls/choice.tsx'
import { keyOf } from '../commands/keys.ts'

/** Keys of the first three payment methods. */
export const TENDER_KEYS = ['firstTender', 'secondTender', 'thirdTender'] as const

const keyOfTender = (index: number): string | undefined => {
  const name = TENDER_KEYS[index]
  return name && keyOf(name)
}

const ICONS: Partial<Record<TenderType, ReactNode>> = {
  Cash: <IconCash size={24} />,
  Card: <IconCreditCard size={24} />,
  Qr: <IconQrcode size={24} />,
  Bonus: <IconCoins size={24} />,
}

interface TenderChoiceProps {
  types: readonly TenderType[]
  /** All payment methods in their fixed order, so that each has the same place and key in sales and refunds. */
  order: readonly TenderType[]
  chosen: TenderType
  onChoose: (type: TenderType) => void
}

/** Selects the payment method for the remaining amount. */
export function TenderChoice({ types, order, chosen, onChoose }: TenderChoiceProps) {
  const { t } = useTranslation()
  const shown = [...order, ...types.filter((type) => !order.includes(type))].filter((type) =>
    types.includes(type),
  )
  return (
    <Choices label={t('payment.type')}>
      {shown.map((type) => (
        <Choice
          key={type}
          value={type}
          chosen={chosen}
          shortcut={keyOfTender(order.indexOf(type))}
          icon={ICONS[type]}
          onChoose={onChoose}
        >
          {t(`tender.${type}`)}
        </Choice>
      ))}
    </Choices>
  )
}
