import { Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { useCommandId } from '../api/use-command-id.ts'
import type { CartActions } from '../cart/use-cart-actions.ts'
import { STATUS_KEY } from '../status/use-status.ts'
import { ParkForm } from './park-form.tsx'
import styles from './parked.module.css'
import { ParkedCartRow } from './parked-cart-row.tsx'
import { PARKED_KEY, useParked } from './use-parked.ts'

interface ParkedDialogProps {
  cart: Cart
  actions: CartActions
  /** True when the cashier may discard parked carts. */
  mayRemove: boolean
  onResumed: () => void
  onClose: () => void
}

/** Parks the cart under a label, resumes another one, or discards one. */
export function ParkedDialog({ cart, actions, mayRemove, onResumed, onClose }: ParkedDialogProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const client = useQueryClient()
  const [openId, setOpenId] = useState<string | null>(null)
  const { data, error } = useParked()
  const idOf = useCommandId()
  const removal = useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      agent.removeParkedCart(id, { reason }, idOf({ id, reason })),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: PARKED_KEY })
      void client.invalidateQueries({ queryKey: STATUS_KEY })
    },
  })
  const parked = data?.items ?? []
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={t('parked.list')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Stack gap={20}>
        {cart.lines.length > 0 && (
          <ParkForm
            onPark={(label) => {
              actions.park(cart, label)
              onClose()
            }}
          />
        )}
        {error && <Text role="alert">{problemText(error)}</Text>}
        {removal.error && <Text role="alert">{problemText(removal.error)}</Text>}
        {data && parked.length === 0 && (
          <Text fz="lg" c="var(--text-quiet)">
            {t('parked.none')}
          </Text>
        )}
        {parked.length > 0 && (
          <ul className={styles.list} aria-label={t('parked.list')}>
            {parked.map((one) => (
              <li key={one.id}>
                <ParkedCartRow
                  parked={one}
                  isOpen={openId === one.id}
                  mayRemove={mayRemove || one.isReturn}
                  onToggle={() => setOpenId(openId === one.id ? null : one.id)}
                  onResume={() => {
                    actions.resume(one)
                    onResumed()
                    onClose()
                  }}
                  onRemove={(reason) => removal.mutate({ id: one.id, reason })}
                />
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  )
}
