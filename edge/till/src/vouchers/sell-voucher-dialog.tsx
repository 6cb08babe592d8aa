import { Button, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { Keypad } from '#shared/ui/controls/keypad.tsx'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { emptyEntry, entryValue, pressKeypad } from '#shared/ui/controls/number-entry.ts'
import { NumberField } from '#shared/ui/controls/number-field.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { useCommandId } from '../api/use-command-id.ts'
import { useCartAction } from '../cart/use-cart.ts'
import { useNumberScan } from '../scanner/scan-target.tsx'
import { useSettings } from '../status/use-status.ts'
import { quickAmounts } from './quick-amounts.ts'
import styles from './vouchers.module.css'

const PLACES = 2

interface SellVoucherDialogProps {
  cart: Cart
  onSold: () => void
  onClose: () => void
}

/** Dialog that sells a gift voucher, with the number on its card or a new number, or reloads one. */
export function SellVoucherDialog({ cart, onSold, onClose }: SellVoucherDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const currency = useSettings()?.currencySymbol ?? ''
  const action = useCartAction()
  const idOf = useCommandId()
  const [isReload, setIsReload] = useState(false)
  const [typed, setTyped] = useState('')
  const [entry, setEntry] = useState(emptyEntry)
  useNumberScan((code) => setTyped(code))
  const number = typed.trim()
  const amount = entryValue(entry)
  const isReady = amount !== null && amount > 0 && !(isReload && number === '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isReady || action.isPending) return
    const voucher = { amount, isReload, ...(number && { number }) }
    const command = idOf(voucher)
    action.mutate(() => agent.sellVoucher(voucher, command), { onSuccess: onSold })
  }
  return (
    <Modal
      opened
      onClose={() => !action.isPending && onClose()}
      size={480}
      title={t('voucher.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap={12}>
          <SegmentedControl
            size="lg"
            fullWidth
            aria-label={t('voucher.title')}
            data={[
              { value: 'new', label: t('voucher.new') },
              { value: 'reload', label: t('voucher.reload') },
            ]}
            value={isReload ? 'reload' : 'new'}
            onChange={(value) => setIsReload(value === 'reload')}
          />
          <TextInput
            label={t('payment.voucherNumber')}
            description={t(isReload ? 'voucher.scanReload' : 'voucher.scanNew')}
            required={isReload}
            maxLength={64}
            autoComplete="off"
            value={typed}
            styles={{ input: { height: 48 } }}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <NumberField
            label={t('voucher.amount')}
            entry={entry}
            onChange={setEntry}
            places={PLACES}
            suffix={currency}
          />
          <fieldset className={styles.quick} aria-label={t('voucher.quick')}>
            {quickAmounts(cart.maxVoucherSale).map((value) => (
              <Button
                key={value}
                variant="default"
                h={52}
                px={4}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => setEntry({ text: String(value), isFresh: true })}
              >
                {format.amount(value)}
              </Button>
            ))}
          </fieldset>
          <Keypad keyHeight={48} onPress={(key) => setEntry(pressKeypad(entry, key, PLACES))} />
          {amount !== null && amount > cart.maxVoucherSale && (
            <Text c="var(--warn-text)" fw={550}>
              {t('voucher.above', { sum: format.money(cart.maxVoucherSale) })}
            </Text>
          )}
          {action.error && <Notice kind="problem">{problemText(action.error)}</Notice>}
          <Button type="submit" h={60} fz="xl" disabled={!isReady} loading={action.isPending}>
            {t('voucher.add')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
