import { useQuery } from '@tanstack/react-query'
import type { ChangeSet } from '#shared/contracts/catalog/change-sets.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { type Text, useText } from '../../i18n/use-text.ts'
import { priceTypeOptions } from '../price-types/price-type-options.ts'
import type { PriceChangeInput } from '../products/price-rule-input.tsx'

type TitledSet = Pick<ChangeSet, 'kind' | 'asked'>

/** Table cell with the title of a change set. */
export const ChangeSetTitle = ({ set }: { set: TitledSet }) => useChangeSetTitle()(set)

/** Returns a function that describes a change set, such as “Retail: +10 %”. */
export function useChangeSetTitle(): (set: TitledSet) => string {
  const t = useText()
  const { amount, percent } = useFormat()
  const { data: types = [] } = useQuery(priceTypeOptions)
  const nameOf = (id: string | undefined): string =>
    types.find((type) => (id ? type.id === id : type.isDefault))?.name ?? t('changeSets.field_price')
  const words = { t, amount, percent, nameOf }
  return ({ kind, asked }) => {
    if (kind === 'product-import') return t('changeSets.import', { file: String(asked.fileName) })
    const { prices = [], ...fields } = (asked.changes ?? {}) as Changes
    const described = [
      ...prices.map((price) => `${nameOf(price.priceTypeId)}: ${ruleWords(price.rule, words)}`),
      ...Object.keys(fields).map((field) => t(`changeSets.field_${field}`)),
    ]
    return described.join('; ') || t(`changeSetKind.${kind}`)
  }
}

interface Changes {
  prices?: PriceChangeInput[]
}

interface Words {
  t: Text
  amount: (value: number) => string
  percent: (value: number) => string
  nameOf: (priceTypeId: string | undefined) => string
}

function ruleWords(rule: PriceChangeInput['rule'], { t, amount, percent, nameOf }: Words): string {
  const signed = (value: number, words: (value: number) => string): string =>
    `${value < 0 ? '−' : '+'}${words(Math.abs(value))}`
  switch (rule.kind) {
    case 'Set':
      return amount(rule.value)
    case 'Percent':
      return signed(rule.percent, percent)
    case 'Add':
      return signed(rule.amount, amount)
    case 'CostPlusMarkup':
      return t('bulk.rule_CostPlusMarkup')
    case 'CostPlusPercent':
      return `${t('changeSets.field_cost')} ${signed(rule.percent, percent)}`
    case 'FromPriceType':
      return `${nameOf(rule.priceTypeId)} ${signed(rule.percent ?? 0, percent)}`
  }
}
