import { Button, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type FiscalReceipt,
  SETTLE_FISCAL_RECEIPT,
  SettleFiscalReceipt,
} from '#shared/contracts/sales/fiscal-receipts.ts'
import { call } from '../api/call.ts'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { Dialog } from '../shell/dialog.tsx'

interface SettleDialogProps {
  receipt: FiscalReceipt
  onClose: () => void
  onDone: (receipt: FiscalReceipt) => unknown
}

/**
 * Dialog in which a user enters what the provider shows: the receipt's fiscal sign, or that the receipt does
 * not exist.
 */
export function SettleDialog({ receipt: { id, nextStep }, onClose, onDone }: SettleDialogProps) {
  const t = useText()
  const mayBeAbsent = nextStep === 'Settle'
  const [isThere, setThere] = useState(true)
  const begin = { sign: undefined, docNumber: undefined, regNumber: undefined, reason: undefined }
  const form = useContractForm(SettleFiscalReceipt, begin, async (values: SettleFiscalReceipt) => {
    const { sign, docNumber, regNumber, reason } = values
    const body = isThere ? { sign, docNumber, regNumber, reason } : { reason }
    await onDone(await call(SETTLE_FISCAL_RECEIPT, { params: { id }, body }))
    onClose()
  })
  return (
    <Dialog onClose={onClose} title={t('fiscalSettle.title')}>
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <RefusalAlert refusal={form.refusal} />
          {mayBeAbsent && (
            <Switch
              label={t('fiscalSettle.isThere')}
              description={t(isThere ? 'fiscalSettle.isThereWhy' : 'fiscalSettle.isAbsentWhy')}
              checked={isThere}
              onChange={({ currentTarget }) => setThere(currentTarget.checked)}
            />
          )}
          {isThere && (
            <>
              <TextInput
                label={t('fiscalPart.sign')}
                required
                data-autofocus
                maxLength={100}
                {...form.text('sign')}
              />
              <TextInput label={t('fiscalPart.docNumber')} maxLength={100} {...form.text('docNumber')} />
              <TextInput label={t('fiscalPart.regNumber')} maxLength={100} {...form.text('regNumber')} />
            </>
          )}
          <Textarea
            label={t('fiscalSettle.reason')}
            description={t('fiscalSettle.reasonWhy')}
            required
            maxLength={1000}
            {...form.text('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('record.cancel')}
            </Button>
            <Button type="submit" loading={form.isBusy}>
              {t(isThere ? 'fiscalSettle.done' : 'fiscalSettle.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
