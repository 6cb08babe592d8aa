import { Button, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart, ParkedCart } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import type { CartActions } from '../cart/use-cart-actions.ts'
import styles from './parked.module.css'

const PARKED_KEY = ['parked']

interface ParkedDialogProps {
  cart: Cart
  actions: CartActions
  onResumed: () => void
  onClose: () => void
}

/** Puts the cart aside under a label, and takes another one up again. */
export function ParkedDialog({ cart, actions, onResumed, onClose }: ParkedDialogProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { data, error } = useQuery({
    queryKey: PARKED_KEY,
    queryFn: ({ signal }) => agent.parkedCarts(signal),
    gcTime: 0,
  })
  const isInUse = cart.lines.length > 0
  const resume = (parked: ParkedCart): void => {
    actions.resume(parked.id)
    onResumed()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('parked.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Stack gap={20}>
        {isInUse && (
          <ParkForm
            onPark={(label) => {
              actions.park(label)
              onClose()
            }}
          />
        )}
        {error && <Text role="alert">{problemText(error)}</Text>}
        {data?.items.length === 0 && (
          <Text fz="lg" c="var(--text-quiet)">
            {t('parked.none')}
          </Text>
        )}
        {data && data.items.length > 0 && (
          <ul className={styles.list} aria-label={t('parked.list')}>
            {data.items.map((parked) => (
              <li key={parked.id}>
                <ParkedRow parked={parked} onResume={() => resume(parked)} />
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  )
}

function ParkForm({ onPark }: { onPark: (label: string) => void }) {
  const { t } = useTranslation()
  const [label, setLabel] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onPark(label.trim())
  }
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        label={t('parked.label')}
        placeholder={t('parked.labelHint')}
        data-autofocus
        maxLength={100}
        value={label}
        styles={{ input: { height: 56 } }}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Button type="submit" h={56}>
        {t('parked.parkThis')}
      </Button>
    </form>
  )
}

function ParkedRow({ parked, onResume }: { parked: ParkedCart; onResume: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <UnstyledButton className={styles.row} data-return={parked.isReturn} onClick={onResume}>
      <span>
        {parked.label || t('parked.unnamed')}
        {parked.isReturn && ` · ${t('return.title')}`}
        <small>
          {format.time(parked.parkedAt)} · {parked.cashierName} ·{' '}
          {t('cart.linesCount', { count: parked.linesCount })}
        </small>
      </span>
      <span>{format.money(parked.sum)}</span>
    </UnstyledButton>
  )
}
