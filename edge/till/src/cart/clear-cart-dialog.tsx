import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { countOf } from './cart-sum.ts'

interface ClearCartDialogProps {
  cart: Cart
  onConfirm: () => void
  onClose: () => void
}

export function ClearCartDialog({ cart, onConfirm, onClose }: ClearCartDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      title={t(cart.exchange ? 'exchange.cancel' : cart.isReturn ? 'return.cancel' : 'cart.clear')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Text fz="lg" mb={24}>
        {t(cart.isReturn ? 'return.cancelQuestion' : 'cart.clearQuestion', { count: countOf(cart) })}
      </Text>
      <Group grow>
        <Button variant="default" h={60} onClick={onClose} data-autofocus>
          {t(cart.isReturn ? 'return.goOn' : 'cart.keep')}
        </Button>
        <Button
          color="red.8"
          h={60}
          onClick={() => {
            onConfirm()
            onClose()
          }}
        >
          {t(cart.isReturn ? 'return.cancelConfirm' : 'cart.clearConfirm')}
        </Button>
      </Group>
    </Modal>
  )
}
