import { Button, Select, Text, TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import type { z } from 'zod'
import type { ProductCreate } from '#shared/contracts/catalog/products.ts'
import { BarcodeType, barcodeTypeOf } from '#shared/domain/barcode.ts'
import { RowsInput } from '../../fields/rows-input.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'

type Barcode = NonNullable<z.input<typeof ProductCreate>['barcodes']>[number]

/** Input for the barcodes of a product. The hub can generate another barcode when the product is saved. */
export function BarcodesInput({ value, values, onChange, set, ...field }: CustomInput) {
  const t = useText()
  const isMade = values.generateBarcode === true
  return (
    <RowsInput<Barcode>
      {...field}
      rows={(value as Barcode[] | undefined) ?? []}
      onChange={onChange}
      blank={() => ({ value: '', type: 'Ean13' })}
      addLabel={t('products.addBarcode')}
      columns={[
        {
          name: 'value',
          head: t('products.barcode'),
          width: 240,
          cell: ({ row, set: change, common }) => (
            <TextInput
              {...common}
              value={row.value}
              onChange={({ currentTarget: { value: typed } }) =>
                change({ value: typed, type: barcodeTypeOf(typed) })
              }
              // A scanner ends with Enter, which would save the product.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          ),
        },
        {
          name: 'type',
          head: t('products.barcodeType'),
          width: 130,
          cell: ({ row, set: change, common }) => (
            <Select
              {...common}
              allowDeselect={false}
              data={BarcodeType.options.map((type) => ({ value: type, label: t(`barcodeType.${type}`) }))}
              value={row.type ?? 'Code128'}
              onChange={(type) => change({ type: type as NonNullable<Barcode['type']> })}
            />
          ),
        },
      ]}
    >
      <Button
        size="compact-sm"
        variant={isMade ? 'light' : 'default'}
        aria-pressed={isMade}
        leftSection={<IconBarcode size={14} aria-hidden />}
        onClick={() => set('generateBarcode', !isMade)}
      >
        {t('products.generateBarcode')}
      </Button>
      {isMade && (
        <Text size="sm" c="dimmed">
          {t('products.generateBarcodeWhy')}
        </Text>
      )}
    </RowsInput>
  )
}
