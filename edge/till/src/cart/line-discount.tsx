import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CartLine } from '#shared/contracts/till/till.ts'
import { type Amount, amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { keyOf } from '../commands/keys.ts'
import styles from './cart.module.css'

/** Returns the cashier's discount on the line, without promotions, in major units. */
const ofCashier = ({ discountAmount, promotions }: CartLine): number =>
  amountToNumber((amount(discountAmount) - sumAmounts(promotions.map((cut) => amount(cut.amount)))) as Amount)

interface LineDiscountProps {
  line: CartLine
  mayDiscount: boolean
  /** True when the button is shown even without a discount. */
  isOffered: boolean
  onPress: () => void
}

/**
 * Shows the cashier's discount on a line, including its share of the receipt discount. Pressing it edits only
 * the discount of the line.
 */
export function LineDiscount({ line, mayDiscount, isOffered, onPress }: LineDiscountProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { discount } = line
  const discountAmount = ofCashier(line)
  if (discountAmount === 0 && !discount && !isOffered) return null
  const words =
    discountAmount === 0 && !discount
      ? t('discount.title')
      : [
          `−${format.amount(discountAmount)}`,
          discount && 'percent' in discount && `(${format.percent(discount.percent)})`,
        ]
          .filter(Boolean)
          .join(' ')
  if (!mayDiscount) return <span> · {words}</span>
  return (
    <>
      <UnstyledButton
        className={styles.discount}
        aria-label={t('discount.change', { name: line.name, discount: words })}
        aria-keyshortcuts={isOffered ? keyOf('discountLine') : undefined}
        onClick={onPress}
      >
        {words}
      </UnstyledButton>
      {isOffered && <KeyHint>{keyOf('discountLine')}</KeyHint>}
    </>
  )
}
