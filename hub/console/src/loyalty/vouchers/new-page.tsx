import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { GiftVoucherIssue, ISSUE_VOUCHER, VOUCHERS } from '#shared/contracts/loyalty/vouchers.ts'
import { newId } from '#shared/std/ids.ts'
import { call, type Given } from '../../api/call.ts'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { MomentInput } from '../../fields/moment-input.tsx'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useText } from '../../i18n/use-text.ts'
import { PageHeader } from '../../kinds/page-header.tsx'
import { Panel, Panels } from '../../kinds/settings/panel.tsx'
import { showDone } from '../../shell/messages.ts'

/** Page that issues a gift voucher. */
export function Page() {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  // A retry after a lost response reuses the id, so that only one voucher is issued.
  const [id] = useState(newId)
  const { text, values, set, errors, isBusy, refusal, submit } = useContractForm(
    GiftVoucherIssue,
    { id, number: undefined, amount: undefined, expiresAt: null },
    async (body: Given<typeof ISSUE_VOUCHER>['body']) => {
      await call(ISSUE_VOUCHER, { body })
      void client.invalidateQueries({ queryKey: [VOUCHERS.path] })
      showDone(t('vouchers.issued'))
      await navigate({ to: `/vouchers/${id}`, replace: true })
    },
  )
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader title={t('vouchers.new')} back={{ to: '/vouchers', label: t('vouchers.title') }} />
      <Panels>
        <RefusalAlert refusal={refusal} />
        <Panel title={t('vouchers.voucher')} text={t('vouchers.newWhy')}>
          <DecimalInput
            label={t('vouchers.amount')}
            required
            autoFocus
            places={2}
            min={0}
            error={errors.amount}
            value={(values.amount as number | undefined) ?? null}
            onChange={(amount) => set('amount', amount ?? undefined)}
          />
          <TextInput
            label={t('vouchers.number')}
            placeholder={t('vouchers.numberIfEmpty')}
            {...text('number')}
          />
          <MomentInput
            label={t('vouchers.expiresAt')}
            placeholder={t('vouchers.never')}
            clearable
            error={errors.expiresAt}
            value={values.expiresAt as string | null}
            onChange={(moment) => set('expiresAt', moment)}
          />
        </Panel>
        <div>
          <Button type="submit" loading={isBusy}>
            {t('vouchers.issue')}
          </Button>
        </div>
      </Panels>
    </form>
  )
}
