import { Select } from '@mantine/core'
import { LIMITED_KINDS } from '#shared/contracts/loyalty/promotions.ts'
import { PromotionKind } from '#shared/domain/promotion.ts'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'

/** Input for a promotion's kind. Changing the kind clears the effect, because each kind has its own fields. */
export function KindInput({ value, onChange, set, label, error, isReadOnly, values }: CustomInput) {
  const t = useText()
  const choose = (kind: PromotionKind): void => {
    onChange(kind)
    if (kind !== value) set('effect', {})
    if (!LIMITED_KINDS.includes(kind)) set('maxPerReceipt', null)
    if (kind === 'GiftPoints') set('requiresCard', true)
  }
  return (
    <Select
      label={label}
      error={error}
      description={t(`promotionKind.${String(values.kind)}Why`)}
      required
      readOnly={isReadOnly}
      allowDeselect={false}
      data={PromotionKind.options.map((kind) => ({ value: kind, label: t(`promotionKind.${kind}`) }))}
      value={value as string}
      onChange={(kind) => kind && choose(kind as PromotionKind)}
    />
  )
}
