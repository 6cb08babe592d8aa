import { PRODUCT } from '../../documents/references.ts'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { RowsInput } from '../../fields/rows-input.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'

interface BundlePart {
  productId: string | null
  quantity: number | null
}

/** Input for the parts of a bundle. */
export function BundleInput({ value, onChange, set: _set, values: _values, ...field }: CustomInput) {
  const t = useText()
  return (
    <RowsInput<BundlePart>
      {...field}
      rows={(value as BundlePart[] | undefined) ?? []}
      onChange={onChange}
      blank={() => ({ productId: null, quantity: 1 })}
      addLabel={t('promotions.addPart')}
      columns={[
        {
          name: 'productId',
          head: t('promotions.product'),
          width: 340,
          cell: ({ row, set, common }) => (
            <ReferenceSelect
              {...common}
              clearable={false}
              to={PRODUCT}
              value={row.productId}
              onChange={(productId) => set({ productId })}
            />
          ),
        },
        {
          name: 'quantity',
          head: t('promotions.quantity'),
          width: 110,
          cell: ({ row, set, common }) => (
            <DecimalInput
              {...common}
              places={0}
              min={1}
              value={row.quantity}
              onChange={(quantity) => set({ quantity })}
            />
          ),
        },
      ]}
    />
  )
}
