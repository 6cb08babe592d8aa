import { Alert, Button, Group, Loader, Modal, ScrollArea, Select, Stack, Table, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import {
  PRODUCTS,
  type ProductBulkResult,
  ProductBulkUpdate,
  UPDATE_PRODUCTS,
} from '#shared/contracts/catalog/products.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { problemText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Chosen } from '../../kinds/list/list-definition.ts'
import { showDone } from '../../shell/messages.ts'
import { COUNTERPARTY, COUNTRY, PRODUCT_GROUP } from '../references.ts'
import { bulkFilter } from './bulk-filter.ts'
import { PriceRuleInput } from './price-rule-input.tsx'

type Changes = z.input<typeof ProductBulkUpdate>['changes']
const WHAT = [
  'prices',
  'productGroupId',
  'vat',
  'supplierId',
  'countryId',
  'minStock',
  'discount',
  'archive',
  'restore',
] as const
type What = (typeof WHAT)[number]

interface BulkDialogProps {
  chosen: Chosen
  onClose: () => void
  onDone: () => void
}

/** One change of many products, seen before it is made: the hub tries it and says what it would do. */
export function BulkDialog({ chosen, onClose, onDone }: BulkDialogProps) {
  const t = useText()
  const client = useQueryClient()
  const [what, setWhat] = useState<What>('prices')
  const [changes, setChanges] = useState<Changes | null>(null)
  const body = useMemo(() => {
    const target = chosen.query ? { filter: bulkFilter(chosen.query) } : { ids: [...chosen.ids] }
    return changes && { ...target, changes }
  }, [chosen, changes])
  const isWhole = body !== null && ProductBulkUpdate.safeParse(body).success
  const [tried] = useDebouncedValue(isWhole ? body : null, 250)
  const preview = useQuery({
    queryKey: [UPDATE_PRODUCTS.path, tried],
    enabled: tried !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      tried && call(UPDATE_PRODUCTS, { body: { ...tried, dryRun: true }, signal, timeoutMs: TIMEOUT_MS }),
  })
  const apply = useMutation({
    mutationFn: (sent: NonNullable<typeof body>) =>
      call(UPDATE_PRODUCTS, { body: sent, timeoutMs: TIMEOUT_MS }),
    onSuccess: ({ updated }) => {
      void client.invalidateQueries({ queryKey: [PRODUCTS.base] })
      showDone(t('bulk.done', { count: updated }))
      onDone()
      onClose()
    },
  })
  const error = apply.error ?? (isWhole ? preview.error : null)
  const isSeen = isWhole && tried === body && preview.isSuccess && !preview.isPlaceholderData
  return (
    <Modal opened onClose={onClose} size="lg" title={t('bulk.title', { count: chosen.count })}>
      <Stack gap="md">
        <Select
          label={t('bulk.what')}
          data={WHAT.map((each) => ({ value: each, label: t(`bulk.${each}`) }))}
          allowDeselect={false}
          value={what}
          onChange={(next) => {
            setWhat(next as What)
            setChanges(
              next === 'archive' ? { isArchived: true } : next === 'restore' ? { isArchived: false } : null,
            )
          }}
        />
        <Value key={what} what={what} onChange={setChanges} />
        {error ? (
          <Alert color="red" role="alert">
            {problemText(t, error)}
          </Alert>
        ) : (
          isWhole &&
          (preview.data ? (
            <Preview result={preview.data} />
          ) : (
            <Loader size="sm" aria-label={t('bulk.trying')} />
          ))
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('record.cancel')}
          </Button>
          <Button
            disabled={!isSeen || preview.data?.updated === 0}
            loading={apply.isPending}
            onClick={() => body && apply.mutate(body)}
          >
            {t('bulk.apply', { count: isSeen ? (preview.data?.updated ?? 0) : 0 })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Of many thousands of products. */
const TIMEOUT_MS = 120_000

function Value({ what, onChange }: { what: What; onChange: (changes: Changes | null) => void }) {
  const t = useText()
  const [value, setValue] = useState<string | number | null>(null)
  const take = (next: string | number | null, changes: Changes): void => {
    setValue(next)
    onChange(changes)
  }
  const label = t(`bulk.${what}`)
  switch (what) {
    case 'prices':
      return <PriceRuleInput onChange={(change) => onChange(change && { prices: [change] })} />
    case 'productGroupId':
    case 'supplierId':
    case 'countryId':
      return (
        <ReferenceSelect
          label={label}
          description={t('bulk.noneWhy')}
          to={{ productGroupId: PRODUCT_GROUP, supplierId: COUNTERPARTY, countryId: COUNTRY }[what]}
          value={value as string | null}
          onChange={(id) => take(id, { [what]: id })}
        />
      )
    case 'vat':
      return (
        <Group align="flex-start" grow>
          <Select
            label={label}
            data={['group', 'none', 'rate'].map((each) => ({ value: each, label: t(`bulk.vat_${each}`) }))}
            value={typeof value === 'number' ? 'rate' : value}
            onChange={(next) => {
              if (next === 'group') take(next, { useGroupVat: true })
              if (next === 'none') take(next, { vatRate: null })
              if (next === 'rate') {
                setValue(0)
                onChange({ vatRate: 0 })
              }
            }}
          />
          {typeof value === 'number' && (
            <DecimalInput
              label={t('products.vatRate')}
              places={2}
              min={0}
              max={100}
              suffix=" %"
              value={value}
              onChange={(rate) => take(rate ?? 0, { vatRate: rate ?? 0 })}
            />
          )}
        </Group>
      )
    case 'minStock':
      return (
        <DecimalInput
          label={label}
          places={3}
          min={0}
          value={value as number | null}
          onChange={(minStock) => take(minStock, { minStock })}
        />
      )
    case 'discount':
      return (
        <Select
          label={label}
          data={['allowed', 'prohibited'].map((each) => ({ value: each, label: t(`bulk.discount_${each}`) }))}
          value={value as string | null}
          onChange={(next) => next && take(next, { isDiscountProhibited: next === 'prohibited' })}
        />
      )
    case 'archive':
    case 'restore':
      return null
  }
}

function Preview({ result }: { result: ProductBulkResult }) {
  const t = useText()
  const { amount } = useFormat()
  const { matched, updated, withoutCost, prices, pricesChanged } = result
  return (
    <Stack gap={6} role="status">
      <Text size="sm" fw={600}>
        {t('bulk.would', { count: updated, matched })}
      </Text>
      {withoutCost > 0 && <Text size="sm">{t('bulk.withoutCost', { count: withoutCost })}</Text>}
      {prices.length > 0 && (
        <>
          <ScrollArea.Autosize mah={260}>
            <Table aria-label={t('bulk.examples')} horizontalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('products.name')}</Table.Th>
                  <Table.Th className="number">{t('bulk.before')}</Table.Th>
                  <Table.Th className="number">{t('bulk.after')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {prices.map(({ id, name, before, after }) => (
                  <Table.Tr key={id}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td className="number">{before === null ? '—' : amount(before)}</Table.Td>
                    <Table.Td className="number">{after === 0 ? '—' : amount(after)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea.Autosize>
          {pricesChanged > prices.length && (
            <Text size="sm" c="dimmed">
              {t('bulk.more', { count: pricesChanged - prices.length })}
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}
