import { Button, Modal, Stack } from '@mantine/core'
import { IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { Notice } from '#shared/ui/controls/notice.tsx'
import type { BuyerChange } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import type { CartActions } from '../cart/use-cart-actions.ts'
import styles from './buyer.module.css'
import { BuyerFigures } from './buyer-figures.tsx'
import { buyerName } from './buyer-name.ts'
import { BuyerSearch } from './buyer-search.tsx'
import { ReceiptAddress } from './receipt-address.tsx'

interface BuyerDialogProps {
  cart: Cart
  actions: Pick<CartActions, 'changeBuyer'>
  onClose: () => void
}

/** Finds the buyer by card, phone or name, and sets the address of the electronic receipt. */
export function BuyerDialog({ cart, actions, onClose }: BuyerDialogProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [refusal, setRefusal] = useState<string | null>(null)
  const change = (buyer: BuyerChange): void => {
    setRefusal(null)
    actions.changeBuyer(buyer).then(onClose, (error) => setRefusal(problemText(error)))
  }
  const name = buyerName(cart.buyer)
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('buyer.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Stack gap={20}>
        {name !== null && (
          <div className={styles.present}>
            <span className={styles.who}>
              {name}
              <BuyerFigures cart={cart} />
            </span>
            <Button
              variant="default"
              h={52}
              size="md"
              px={14}
              leftSection={<IconUserX size={20} />}
              onClick={() => change({ cardId: null, customerId: null })}
            >
              {t('buyer.remove')}
            </Button>
          </div>
        )}
        <BuyerSearch onTake={change} onSearch={() => setRefusal(null)} />
        {refusal && <Notice kind="problem">{refusal}</Notice>}
        <ReceiptAddress buyer={cart.buyer} onSave={change} />
      </Stack>
    </Modal>
  )
}
