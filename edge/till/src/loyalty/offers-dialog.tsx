import { ActionIcon, Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { useProblemText } from '../api/problem-text.ts'
import type { CartActions } from '../cart/use-cart-actions.ts'
import { isGiving, OfferRow } from './offer-row.tsx'
import styles from './offers.module.css'

interface OffersDialogProps {
  cart: Cart
  actions: CartActions
  onClose: () => void
}

/** Shows the discounts of promotions, the reasons why other promotions do not apply, and the customer's coupons. */
export function OffersDialog({ cart, actions, onClose }: OffersDialogProps) {
  const { t } = useTranslation()
  const inOrder = cart.trace.toSorted((a, b) => Number(isGiving(b)) - Number(isGiving(a)))
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('offers.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Stack gap={20}>
        <Coupons shown={cart.coupons} onShow={actions.showCoupons} />
        {inOrder.length === 0 ? (
          <Text fz="lg" c="var(--text-quiet)">
            {t('offers.none')}
          </Text>
        ) : (
          <ul className={styles.list} aria-label={t('offers.list')}>
            {inOrder.map((offer) => (
              <OfferRow key={offer.id} offer={offer} />
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  )
}

interface CouponsProps {
  shown: string[]
  onShow: (coupons: string[]) => Promise<unknown>
}

/** The customer's coupons. A typed code stays in the field until it is accepted. */
function Coupons({ shown, onShow }: CouponsProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const show = (coupons: string[], onTaken = () => {}): void => {
    setRefusal(null)
    onShow(coupons).then(onTaken, (error) => setRefusal(problemText(error)))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() !== '') show([...shown, code.trim()], () => setCode(''))
  }
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        label={t('offers.coupon')}
        placeholder={t('offers.couponHint')}
        data-autofocus
        maxLength={64}
        value={code}
        error={refusal}
        styles={{ input: { height: 56 } }}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" h={56} disabled={code.trim() === ''}>
        {t('offers.show')}
      </Button>
      {shown.length > 0 && (
        <ul className={styles.coupons} aria-label={t('offers.shown')}>
          {shown.map((one) => (
            <li key={one}>
              {one}
              <ActionIcon
                variant="subtle"
                size={44}
                c="var(--text-quiet)"
                aria-label={t('offers.remove', { code: one })}
                onClick={() => show(shown.filter((other) => other !== one))}
              >
                <IconX size={20} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
