import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  FISCAL_CASH,
  FISCAL_CASH_KINDS,
  RETRY_FISCAL_CASH,
  SETTLE_FISCAL_CASH,
} from '#shared/contracts/sales/fiscal-cash.ts'
import { FiscalState } from '#shared/domain/sale-fiscal.ts'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import { type Chosen, list } from '../kinds/list/list-definition.ts'
import { ListPage } from '../kinds/list/list-page.tsx'
import { prepareList } from '../kinds/list/rows.ts'
import { RETAIL_POINT } from '../organization/references.ts'
import { Dialog } from '../shell/dialog.tsx'
import { showDone, showProblem } from '../shell/messages.ts'
import { FiscalBadge } from './fiscal-state.tsx'

const operations = list({
  endpoint: FISCAL_CASH,
  texts: 'fiscalCash',
  columns: [
    { id: 'at', sort: 'at', width: 175, phone: 120, cell: ({ at }, { dateTime }) => dateTime(at) },
    { id: 'kind', width: 150, phone: 'rest', cell: ({ kind }) => <Kind kind={kind} /> },
    {
      id: 'sum',
      width: 140,
      phone: 100,
      isNumber: true,
      cell: ({ sum, kind }, { signed }) => sum !== null && signed(kind === 'CashOut' ? -sum : sum),
    },
    { id: 'state', width: 155, cell: ({ state }) => <FiscalBadge state={state} /> },
    { id: 'message', width: 320, cell: ({ message }) => message },
    { id: 'dueAt', sort: 'dueAt', width: 175, cell: ({ dueAt }, { dateTime }) => dueAt && dateTime(dueAt) },
  ],
  filters: [
    { name: 'isStuck', kind: 'yes-no' },
    { name: 'state', kind: 'choice', options: FiscalState.options, texts: 'fiscalState' },
    { name: 'kind', kind: 'choice', options: FISCAL_CASH_KINDS, texts: 'fiscalCashKind' },
    { name: 'retailPointId', kind: 'reference', to: RETAIL_POINT },
  ],
  bulk: (chosen, done) => <ChosenOperations chosen={chosen} done={done} />,
  refreshMs: 15_000,
})

function Kind({ kind }: { kind: (typeof FISCAL_CASH_KINDS)[number] }) {
  return useText()(`fiscalCashKind.${kind}`)
}

/**
 * Bulk actions: send the selected cash operations to the provider again, or mark them as done because a user
 * has entered them there manually.
 */
function ChosenOperations({ chosen, done }: { chosen: Chosen; done: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [reason, setReason] = useState<string | null>(null)
  const work = useMutation({
    mutationFn: async () => {
      for (const id of chosen.ids)
        await (reason === null
          ? call(RETRY_FISCAL_CASH, { params: { id } })
          : call(SETTLE_FISCAL_CASH, { params: { id }, body: { reason } }))
    },
    onSuccess: () => {
      showDone(t(reason === null ? 'fiscalCash.askedAgain' : 'fiscalCash.settled'))
      setReason(null)
      done()
    },
    onError: (error) => showProblem(t, error),
    onSettled: () => client.invalidateQueries({ queryKey: [FISCAL_CASH.path] }),
  })
  if (!useMay()('sales.post')) return null
  // Disabled when all matches are selected, which would take hundreds of requests.
  const isTooMany = chosen.query !== null
  return (
    <>
      <Button loading={work.isPending} disabled={isTooMany} onClick={() => work.mutate()}>
        {t('fiscalPart.retry')}
      </Button>
      <Button variant="default" disabled={isTooMany} onClick={() => setReason('')}>
        {t('fiscalSettle.title')}
      </Button>
      {reason !== null && (
        <Dialog onClose={() => setReason(null)} title={t('fiscalSettle.title')}>
          <Stack>
            {t('fiscalCash.settleWhy')}
            <Textarea
              label={t('fiscalSettle.reason')}
              description={t('fiscalSettle.reasonWhy')}
              required
              data-autofocus
              maxLength={1000}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setReason(null)}>
                {t('record.cancel')}
              </Button>
              <Button loading={work.isPending} disabled={reason.trim() === ''} onClick={() => work.mutate()}>
                {t('fiscalCash.settle')}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  )
}

export const prepare = prepareList(operations)
export const Page = () => <ListPage definition={operations} />
