import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { countOf } from './cart-sum.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ClearCartDialogProps {
  cart: Cart
  onConfirm: () => void
  onClose: () => void
}

export function ClearCartDialog({ cart, onConfirm, onClose }: ClearCartDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t(cart.exchange ? 'exchange.cancel' : cart.isReturn ? 'return.cancel' : 'cart.clear')}
      question={t(cart.isReturn ? 'return.cancelQuestion' : 'cart.clearQuestion', { count: countOf(cart) })}
      goBack={t(cart.isReturn ? 'return.goOn' : 'cart.keep')}
      confirm={t(cart.isReturn ? 'return.cancelConfirm' : 'cart.clearConfirm')}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
