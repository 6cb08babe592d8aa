import { ActionIcon } from '@mantine/core'
import { IconGift, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CartVoucher } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import cartStyles from '../cart/cart.module.css'
import styles from './vouchers.module.css'

interface VoucherRowsProps {
  vouchers: readonly CartVoucher[]
  isReturn: boolean
  mayDelete: boolean
  onRemove: (voucher: CartVoucher) => void
}

/** Gift vouchers in the cart, listed separately from its goods. */
export function VoucherRows({ vouchers, isReturn, mayDelete, onRemove }: VoucherRowsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ul className={cartStyles.lines} aria-label={t('voucher.lines')} data-part>
      {vouchers.map((voucher) => (
        <li key={voucher.id} className={styles.row}>
          <IconGift size={26} aria-hidden />
          <div>
            <div className={cartStyles.name}>
              {t(isReturn ? 'voucher.back' : voucher.isReload ? 'voucher.reload' : 'voucher.new')}
            </div>
            <div className={cartStyles.detail}>{voucher.number}</div>
          </div>
          <div className={cartStyles.sum}>{format.amount(voucher.amount)}</div>
          {mayDelete && (
            <ActionIcon
              variant="subtle"
              c="var(--text-quiet)"
              size={48}
              aria-label={t('voucher.remove', { number: voucher.number })}
              onClick={() => onRemove(voucher)}
            >
              <IconTrash size={22} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  )
}
