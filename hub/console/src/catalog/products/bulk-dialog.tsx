import { Group, Select } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import type { ChangeSetCreate } from '#shared/contracts/catalog/change-sets.ts'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { Chosen } from '../../kinds/list/list-definition.ts'
import { ChangeSetDialog } from '../change-sets/change-set-dialog.tsx'
import { COUNTERPARTY, COUNTRY, PRODUCT_GROUP } from '../references.ts'
import { bulkFilter } from './bulk-filter.ts'
import { PriceRuleInput } from './price-rule-input.tsx'

type Changes = Extract<z.input<typeof ChangeSetCreate>, { kind: 'products' }>['changes']
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
export type What = (typeof WHAT)[number]

interface BulkDialogProps {
  chosen: Chosen
  /** Initially selected change. */
  initial: What
  onClose: () => void
  onDone: () => void
}

/** Dialog for one change to many products. */
export function BulkDialog({ chosen, initial, onClose, onDone }: BulkDialogProps) {
  const t = useText()
  const [what, setWhat] = useState<What>(initial)
  const [changes, setChanges] = useState<Changes | null>(null)
  const target = chosen.query ? { filter: bulkFilter(chosen.query) } : { ids: [...chosen.ids] }
  return (
    <ChangeSetDialog
      title={t('bulk.title', { count: chosen.count })}
      whats={WHAT}
      what={what}
      onWhat={(next) => {
        setWhat(next)
        setChanges(ARCHIVING[next] ?? null)
      }}
      body={changes && { kind: 'products', ...target, changes }}
      onClose={onClose}
      onDone={onDone}
    >
      <Value key={what} what={what} onChange={setChanges} />
    </ChangeSetDialog>
  )
}

/** Changes that need no further input. */
const ARCHIVING: { [what in What]?: Changes } = {
  archive: { isArchived: true },
  restore: { isArchived: false },
}

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
