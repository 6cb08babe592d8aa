import { TextInput } from '@mantine/core'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { RowsInput } from '../../fields/rows-input.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'
import { UNIT_OF_MEASURE } from '../references.ts'

interface Pack {
  uomId: string | null
  quantity: number | null
  barcode: string | null
}

/** Input for the packs of the product, such as a box of 12. */
export function PacksInput({ value, onChange, set: _set, values: _values, ...field }: CustomInput) {
  const t = useText()
  return (
    <RowsInput
      {...field}
      rows={(value as Pack[] | undefined) ?? []}
      onChange={onChange}
      blank={() => ({ uomId: null, quantity: null, barcode: null })}
      addLabel={t('products.addPack')}
      columns={[
        {
          name: 'uomId',
          head: t('products.packUnit'),
          width: 170,
          cell: ({ row, set, common }) => (
            <ReferenceSelect
              {...common}
              clearable={false}
              to={UNIT_OF_MEASURE}
              value={row.uomId}
              onChange={(uomId) => set({ uomId })}
            />
          ),
        },
        {
          name: 'quantity',
          head: t('products.packQuantity'),
          width: 110,
          cell: ({ row, set, common }) => (
            <DecimalInput
              {...common}
              places={3}
              min={0}
              value={row.quantity}
              onChange={(quantity) => set({ quantity })}
            />
          ),
        },
        {
          name: 'barcode',
          head: t('products.barcode'),
          width: 200,
          cell: ({ row, set, common }) => (
            <TextInput
              {...common}
              value={row.barcode ?? ''}
              onChange={({ currentTarget }) => set({ barcode: currentTarget.value || null })}
              // A scanner ends with Enter, which would save the product.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          ),
        },
      ]}
    />
  )
}
