import { Alert, Anchor, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  FISCAL_RECEIPT,
  FISCAL_RECEIPTS,
  type FiscalReceipt,
  RETRY_FISCAL_RECEIPT,
} from '#shared/contracts/sales/fiscal-receipts.ts'
import { RETAIL, type RetailSale } from '#shared/contracts/sales/retail-sales.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { QrCode } from '../fields/qr-code.tsx'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useText } from '../i18n/use-text.ts'
import { Facts, Part } from '../kinds/details/details.tsx'
import { Rows } from '../kinds/details/rows.tsx'
import { ActionButton, NOT_KNOWN, useWhyNot } from '../shell/action-button.tsx'
import { FiscalBadge, NextStep } from './fiscal-state.tsx'
import { SettleDialog } from './settle-dialog.tsx'

/** Fiscal numbers that a customer or inspector can ask for. Those that the provider does not supply are left out. */
const NUMBERS = [
  ...(['sign', 'docNumber', 'numberInShift', 'shiftNumber', 'regNumber', 'serialNumber'] as const),
  ...(['fnNumber', 'ofdName', 'checkSite'] as const),
]

/** The fiscal receipt of a sale: the authority's data, the provider's response and the next step. */
export function FiscalPart({ sale: { id, fiscal } }: { sale: Pick<RetailSale, 'id' | 'fiscal'> }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const mayNot = useWhyNot()('sales.post')
  const isOver = fiscal?.state === 'Done'
  const { data } = useQuery({
    queryKey: [FISCAL_RECEIPTS.path, id],
    queryFn: ({ signal }) => call(FISCAL_RECEIPT, { params: { id }, signal }),
    enabled: fiscal !== null,
    refetchInterval: ({ state }) => (isOver || state.data?.state === 'Done' ? false : 5_000),
  })
  const whyNot = mayNot ?? (data ? undefined : NOT_KNOWN)
  const [isSettling, setSettling] = useState(false)
  const show = (receipt: FiscalReceipt) => {
    client.setQueryData([FISCAL_RECEIPTS.path, id], receipt)
    return client.invalidateQueries({ queryKey: [RETAIL.base] })
  }
  const retry = useMutation({
    mutationFn: () => call(RETRY_FISCAL_RECEIPT, { params: { id } }),
    onSuccess: show,
  })
  if (!fiscal) return null
  const current = data ?? fiscal
  const { state, fiscalisedAt, url } = current
  const qr = current.qr ?? url
  const isOpen = state !== 'Done' && state !== 'Sending'
  return (
    <Part title={t('fiscalPart.title')} isWide>
      <Stack>
        <Group align="start" justify="space-between">
          <Facts
            facts={[
              [t('fiscalPart.state'), <FiscalBadge key="state" state={state} />],
              ...NUMBERS.map((name) => [t(`fiscalPart.${name}`), current[name]] as const),
              [t('fiscalPart.fiscalisedAt'), fiscalisedAt && format.dateTime(fiscalisedAt)],
              [
                t('fiscalPart.url'),
                url && (
                  <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
                    {t('fiscalPart.open')}
                  </Anchor>
                ),
              ],
            ]}
          />
          {qr && <QrCode text={qr} label={t('fiscalPart.qr')} />}
        </Group>
        {data && state !== 'Done' && (
          <Alert color={state === 'Failed' ? 'red' : 'orange'}>
            {data.message && <div>{data.code ? `${data.code}: ${data.message}` : data.message}</div>}
            <NextStep step={data.nextStep} />
          </Alert>
        )}
        <RefusalAlert refusal={retry.error} />
        {isOpen && (
          <Group>
            <ActionButton
              variant="default"
              whyNot={whyNot ?? (data?.nextStep === 'Settle' ? t('fiscalSettle.first') : undefined)}
              loading={retry.isPending}
              onClick={() => retry.mutate()}
            >
              {t('fiscalPart.retry')}
            </ActionButton>
            {state === 'Failed' && (
              <ActionButton variant="default" whyNot={whyNot} onClick={() => setSettling(true)}>
                {t('fiscalSettle.title')}
              </ActionButton>
            )}
          </Group>
        )}
        {data && isSettling && (
          <SettleDialog receipt={data} onClose={() => setSettling(false)} onDone={show} />
        )}
        {data && data.events.length > 0 && (
          <Rows
            label={t('fiscalPart.events')}
            rows={data.events.map((event, i) => ({ ...event, key: `${i}` }))}
            keyOf={({ key }) => key}
            columns={[
              { head: t('fiscalPart.at'), cell: ({ at }) => format.dateTime(at) },
              { head: t('fiscalPart.state'), cell: (event) => <FiscalBadge state={event.state} /> },
              {
                head: t('fiscalPart.said'),
                cell: ({ code, message, employeeId }) =>
                  code === 'SettledByHand'
                    ? `${t('fiscalPart.settled')}: ${message}`
                    : (message ?? (employeeId === null ? '' : t('fiscalPart.asked'))),
              },
            ]}
          />
        )}
      </Stack>
    </Part>
  )
}
