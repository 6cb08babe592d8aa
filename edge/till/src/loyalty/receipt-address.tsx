import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Buyer } from '#shared/contracts/till/loyalty.ts'
import type { BuyerChange } from '../api/agent.ts'
import styles from './buyer.module.css'

interface ReceiptAddressProps {
  buyer: Buyer
  onSave: (change: BuyerChange) => void
}

/** Form for the phone and email address of the electronic receipt. */
export function ReceiptAddress({ buyer, onSave }: ReceiptAddressProps) {
  const { t } = useTranslation()
  const [phone, setPhone] = useState(buyer.phone ?? '')
  const [email, setEmail] = useState(buyer.email ?? '')
  const isChanged = phone.trim() !== (buyer.phone ?? '') || email.trim() !== (buyer.email ?? '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSave({ phone: phone.trim(), email: email.trim() })
  }
  return (
    <form onSubmit={submit} className={styles.address} aria-label={t('buyer.receiptTo')}>
      <h3>{t('buyer.receiptTo')}</h3>
      <TextInput
        label={t('buyer.phone')}
        type="tel"
        maxLength={64}
        value={phone}
        styles={{ input: { height: 52 } }}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <TextInput
        label={t('buyer.email')}
        type="email"
        maxLength={64}
        value={email}
        styles={{ input: { height: 52 } }}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" h={52} disabled={!isChanged}>
        {t('buyer.save')}
      </Button>
    </form>
  )
}
