import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CARDS, ISSUE_CARD, LoyaltyCardIssue } from '#shared/contracts/loyalty/cards.ts'
import { newId } from '#shared/std/ids.ts'
import { call, type Given } from '../../api/call.ts'
import { COUNTERPARTY } from '../../catalog/references.ts'
import { MomentInput } from '../../fields/moment-input.tsx'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useText } from '../../i18n/use-text.ts'
import { PageHeader } from '../../kinds/page-header.tsx'
import { Panel, Panels } from '../../kinds/settings/panel.tsx'
import { showDone } from '../../shell/messages.ts'
import { PROGRAM } from '../references.ts'

/** Page that issues a card. The number is entered from the printed card, or generated. */
export function Page() {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  // A retry after a lost response reuses the id, so that only one card is issued.
  const [id] = useState(newId)
  const { text, values, set, errors, isBusy, refusal, submit } = useContractForm(
    LoyaltyCardIssue,
    { id, cardNumber: undefined, programId: null, customerId: null, expiresAt: null },
    async (body: Given<typeof ISSUE_CARD>['body']) => {
      await call(ISSUE_CARD, { body })
      void client.invalidateQueries({ queryKey: [CARDS.path] })
      showDone(t('cards.issued'))
      await navigate({ to: `/loyalty-cards/${id}`, replace: true })
    },
  )
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader title={t('cards.new')} back={{ to: '/loyalty-cards', label: t('cards.title') }} />
      <Panels>
        <RefusalAlert refusal={refusal} />
        <Panel title={t('cards.card')}>
          <TextInput
            label={t('cards.cardNumber')}
            description={t('cards.cardNumberWhy')}
            required
            autoFocus
            {...text('cardNumber')}
          />
          <ReferenceSelect
            label={t('cards.programId')}
            placeholder={t('cards.programIdIfEmpty')}
            to={PROGRAM}
            error={errors.programId}
            value={values.programId as string | null}
            onChange={(programId) => set('programId', programId)}
          />
          <MomentInput
            label={t('cards.expiresAt')}
            placeholder={t('cards.never')}
            clearable
            error={errors.expiresAt}
            value={values.expiresAt as string | null}
            onChange={(moment) => set('expiresAt', moment)}
          />
        </Panel>
        <Panel title={t('cards.holder')} text={t('cards.holderWhy')}>
          <ReferenceSelect
            label={t('cards.customerId')}
            to={COUNTERPARTY}
            error={errors.customerId}
            value={values.customerId as string | null}
            onChange={(customerId) => set('customerId', customerId)}
          />
          <TextInput label={t('cards.customerName')} {...text('customerName')} />
          <TextInput label={t('cards.phone')} type="tel" {...text('phone')} />
        </Panel>
        <div>
          <Button type="submit" loading={isBusy}>
            {t('cards.issue')}
          </Button>
        </div>
      </Panels>
    </form>
  )
}
