import { useTranslation } from 'react-i18next'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { countOf } from '../cart/cart-sum.ts'
import { useCart } from '../cart/use-cart.ts'
import { useParked } from '../parked/use-parked.ts'

/** Lists the open cart and the parked carts that are still unpaid when the shift is being closed. */
export function OpenCartsNotice() {
  const { t } = useTranslation()
  const { data: cart } = useCart()
  const parked = useParked().data?.items ?? []
  const count = cart ? countOf(cart) : 0
  const names = parked.map(({ label, cashierName, isReturn }) => {
    const name = label ?? cashierName
    return isReturn ? t('shift.parkedReturn', { name }) : name
  })
  return (
    <>
      {count > 0 && <Notice kind="warning">{t('shift.openCart', { count })}</Notice>}
      {names.length > 0 && (
        <Notice kind="warning">{t('shift.parkedLeft', { names: names.join(', ') })}</Notice>
      )}
    </>
  )
}
