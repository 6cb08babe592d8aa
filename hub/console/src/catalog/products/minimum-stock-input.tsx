import { DecimalInput } from '../../fields/decimal-input.tsx'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { RowsInput } from '../../fields/rows-input.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'
import { STORE } from '../references.ts'

interface MinimumStock {
  storeId: string | null
  minStock: number | null
}

/** Input for the minimum stock of the product in each store. */
export function MinimumStockInput({ value, onChange, set: _set, values: _values, ...field }: CustomInput) {
  const t = useText()
  return (
    <RowsInput
      {...field}
      rows={(value as MinimumStock[] | undefined) ?? []}
      onChange={onChange}
      blank={() => ({ storeId: null, minStock: null })}
      addLabel={t('products.addMinStock')}
      columns={[
        {
          name: 'storeId',
          head: t('products.store'),
          width: 240,
          cell: ({ row, set, common }) => (
            <ReferenceSelect
              {...common}
              clearable={false}
              to={STORE}
              value={row.storeId}
              onChange={(storeId) => set({ storeId })}
            />
          ),
        },
        {
          name: 'minStock',
          head: t('products.minStock'),
          width: 140,
          cell: ({ row, set, common }) => (
            <DecimalInput
              {...common}
              places={3}
              min={0}
              value={row.minStock}
              onChange={(minStock) => set({ minStock })}
            />
          ),
        },
      ]}
    />
  )
}
