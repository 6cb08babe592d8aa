import { Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { ChangeSetCreate } from '#shared/contracts/catalog/change-sets.ts'
import { RoundingDirection } from '#shared/domain/price-rounding.ts'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { MomentInput } from '../../fields/moment-input.tsx'
import { useText } from '../../i18n/use-text.ts'
import { priceTypeOptions } from '../price-types/price-type-options.ts'

export type PriceChangeInput = NonNullable<
  Extract<z.input<typeof ChangeSetCreate>, { kind: 'products' }>['changes']['prices']
>[number]

const KINDS = ['Percent', 'Add', 'Set', 'FromPriceType', 'CostPlusPercent', 'CostPlusMarkup'] as const
type Kind = (typeof KINDS)[number]

interface Typed {
  priceTypeId: string | null
  kind: Kind
  value: number | null
  rounding: z.infer<typeof RoundingDirection> | null
  roundTo: number | null
  ending: number | null
  /** Source price type for `FromPriceType`. */
  fromTypeId: string | null
  startsAt: string | null
}

/** Input for a price change. Its value is null while it is incomplete. */
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
  const options = types.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Group align="flex-start" grow>
        <Select
          label={t('products.priceType')}
          allowDeselect={false}
          data={options}
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
      </Group>
      <Group align="flex-start" grow>
        {kind === 'FromPriceType' && (
          <Select
            label={t('bulk.fromType')}
            data={options.filter((option) => option.value !== (typed.priceTypeId ?? byDefault))}
            value={typed.fromTypeId}
            onChange={(fromTypeId) => set({ fromTypeId })}
          />
        )}
        {kind !== 'CostPlusMarkup' && (
          <DecimalInput
            label={t(`bulk.value_${kind}`)}
            data-autofocus
            places={2}
            value={value}
            {...(kind !== 'Add' && kind !== 'Set' && { suffix: ' %' })}
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
            set({
              rounding: next as Typed['rounding'],
              roundTo: next ? (roundTo ?? 1) : null,
              ...(!next && { ending: null }),
            })
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
        <DecimalInput
          label={t('bulk.ending')}
          description={t('bulk.endingWhy')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          places={2}
          min={0}
          disabled={rounding === null}
          value={typed.ending}
          onChange={(ending) => set({ ending })}
        />
      </Group>
      <MomentInput
        label={t('bulk.startsAt')}
        placeholder={t('bulk.startsAtWhy')}
        clearable
        value={typed.startsAt}
        onChange={(startsAt) => set({ startsAt })}
      />
    </>
  )
}

const NOTHING: Typed = {
  priceTypeId: null,
  kind: 'Percent',
  value: null,
  rounding: null,
  roundTo: null,
  ending: null,
  fromTypeId: null,
  startsAt: null,
}

function changeOf(typed: Typed): PriceChangeInput | null {
  const { priceTypeId, rounding, roundTo, ending, startsAt } = typed
  const rule = ruleOf(typed)
  return (
    rule && {
      ...(priceTypeId && { priceTypeId }),
      rule,
      ...(rounding && { rounding, roundTo: roundTo ?? 0.01, ...(ending && { ending }) }),
      ...(startsAt && { startsAt }),
    }
  )
}

function ruleOf({ kind, value, fromTypeId }: Typed): PriceChangeInput['rule'] | null {
  if (kind === 'CostPlusMarkup') return { kind }
  if (kind === 'FromPriceType')
    return fromTypeId === null ? null : { kind, priceTypeId: fromTypeId, percent: value ?? 0 }
  if (value === null) return null
  if (kind === 'Percent' || kind === 'CostPlusPercent') return { kind, percent: value }
  return kind === 'Add' ? { kind, amount: value } : { kind, value }
}
