import { Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { RoundingDirection } from '#shared/catalog/price-rounding.ts'
import type { ProductBulkUpdate } from '#shared/contracts/catalog/products.ts'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { useText } from '../../i18n/use-text.ts'
import { priceTypeOptions } from '../price-types/price-type-options.ts'

export type PriceChangeInput = NonNullable<z.input<typeof ProductBulkUpdate>['changes']['prices']>[number]

const KINDS = ['Percent', 'Add', 'Set', 'CostPlusMarkup'] as const
type Kind = (typeof KINDS)[number]

interface Typed {
  priceTypeId: string | null
  kind: Kind
  value: number | null
  rounding: z.infer<typeof RoundingDirection> | null
  roundTo: number | null
}

/** How prices are changed; null as long as it is not said whole. */
export function PriceRuleInput({ onChange }: { onChange: (change: PriceChangeInput | null) => void }) {
  const t = useText()
  const { data: types = [] } = useQuery(priceTypeOptions)
  const [typed, setTyped] = useState<Typed>(NOTHING)
  const byDefault = types.find(({ isDefault }) => isDefault)?.id ?? null
  const set = (part: Partial<Typed>): void => {
    const next = { ...typed, ...part }
    setTyped(next)
    onChange(changeOf(next))
  }
  const { kind, value, rounding, roundTo } = typed
  return (
    <>
      <Group align="flex-start" grow>
        <Select
          label={t('products.priceType')}
          allowDeselect={false}
          data={types.map(({ id, name }) => ({ value: id, label: name }))}
          value={typed.priceTypeId ?? byDefault}
          onChange={(priceTypeId) => set({ priceTypeId })}
        />
        <Select
          label={t('bulk.rule')}
          allowDeselect={false}
          data={KINDS.map((each) => ({ value: each, label: t(`bulk.rule_${each}`) }))}
          value={kind}
          onChange={(next) => set({ kind: next as Kind, value: null })}
        />
        {kind !== 'CostPlusMarkup' && (
          <DecimalInput
            label={t(`bulk.value_${kind}`)}
            data-autofocus
            places={2}
            value={value}
            {...(kind === 'Percent' && { suffix: ' %' })}
            {...(kind === 'Set' && { min: 0 })}
            onChange={(next) => set({ value: next })}
          />
        )}
      </Group>
      <Group align="flex-start" grow>
        <Select
          label={t('bulk.rounding')}
          placeholder={t('bulk.usualRounding')}
          clearable
          data={RoundingDirection.options.map((each) => ({ value: each, label: t(`bulk.rounding_${each}`) }))}
          value={rounding}
          onChange={(next) =>
            set({ rounding: next as Typed['rounding'], roundTo: next ? (roundTo ?? 1) : null })
          }
        />
        <DecimalInput
          label={t('bulk.roundTo')}
          places={2}
          min={0.01}
          disabled={rounding === null}
          value={roundTo}
          onChange={(next) => set({ roundTo: next })}
        />
      </Group>
    </>
  )
}

const NOTHING: Typed = { priceTypeId: null, kind: 'Percent', value: null, rounding: null, roundTo: null }

function changeOf({ priceTypeId, kind, value, rounding, roundTo }: Typed): PriceChangeInput | null {
  const rule = ruleOf(kind, value)
  return (
    rule && {
      ...(priceTypeId && { priceTypeId }),
      rule,
      ...(rounding && { rounding, roundTo: roundTo ?? 0.01 }),
    }
  )
}

function ruleOf(kind: Kind, value: number | null): PriceChangeInput['rule'] | null {
  if (kind === 'CostPlusMarkup') return { kind }
  if (value === null) return null
  if (kind === 'Percent') return { kind, percent: value }
  return kind === 'Add' ? { kind, amount: value } : { kind, value }
}
