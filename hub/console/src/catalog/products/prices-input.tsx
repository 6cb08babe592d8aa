import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { MomentInput } from '../../fields/moment-input.tsx'
import { useNames } from '../../fields/reference.ts'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { RowsInput } from '../../fields/rows-input.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'
import { priceTypeOptions } from '../price-types/price-type-options.ts'
import { CURRENCY, PRICE_TYPE } from '../references.ts'

interface Price {
  priceTypeId: string
  value: number | null
}

/** Input for the prices of a product by price type. 0 removes a price. */
export function PricesInput({ value, onChange, set: _set, values: _values, ...field }: CustomInput) {
  const t = useText()
  const { data: types = [] } = useQuery(priceTypeOptions)
  const currencyName = useNames(CURRENCY)
  const prices = (value as Price[] | undefined) ?? []
  const rows = types.map(
    ({ id }) => prices.find(({ priceTypeId }) => priceTypeId === id) ?? { priceTypeId: id, value: null },
  )
  // Errors refer to the index in the sent rows, which contain only price types with a price.
  const sentAt = (row: number): number =>
    prices.findIndex(({ priceTypeId }) => priceTypeId === rows[row]?.priceTypeId)
  return (
    <RowsInput
      {...field}
      errorAt={(pointer) => {
        const [row, name] = pointer.split('/')
        return field.errorAt(`${sentAt(Number(row))}/${name}`)
      }}
      rows={rows}
      onChange={(next) => onChange(next.filter((price) => price.value !== null))}
      columns={[
        {
          name: 'priceTypeId',
          head: t('products.priceType'),
          width: 220,
          cell: ({ row }) => (
            <Text size="sm" pt={7}>
              {types.find(({ id }) => id === row.priceTypeId)?.name}
            </Text>
          ),
        },
        {
          name: 'value',
          head: t('products.priceValue'),
          width: 150,
          cell: ({ row, set, common }) => {
            const type = types.find(({ id }) => id === row.priceTypeId)
            return (
              <DecimalInput
                {...common}
                aria-label={type?.name ?? common['aria-label']}
                places={2}
                min={0}
                value={row.value}
                rightSection={
                  <Text size="xs" c="dimmed">
                    {currencyName(type?.currencyId)}
                  </Text>
                }
                rightSectionWidth={44}
                onChange={(next) => set({ value: next ?? 0 })}
              />
            )
          },
        },
      ]}
    />
  )
}

interface FuturePrice {
  priceTypeId: string | null
  value: number | null
  startsAt: string | null
}

/** Input for prices that take effect later. */
export function FuturePricesInput({ value, onChange, set: _set, values: _values, ...field }: CustomInput) {
  const t = useText()
  const { data: types = [] } = useQuery(priceTypeOptions)
  return (
    <RowsInput
      {...field}
      rows={(value as FuturePrice[] | undefined) ?? []}
      onChange={onChange}
      blank={() => ({
        priceTypeId: types.find(({ isDefault }) => isDefault)?.id ?? null,
        value: null,
        startsAt: null,
      })}
      addLabel={t('products.addFuturePrice')}
      columns={[
        {
          name: 'priceTypeId',
          head: t('products.priceType'),
          width: 220,
          cell: ({ row, set, common }) => (
            <ReferenceSelect
              {...common}
              clearable={false}
              to={PRICE_TYPE}
              value={row.priceTypeId}
              onChange={(priceTypeId) => set({ priceTypeId })}
            />
          ),
        },
        {
          name: 'value',
          head: t('products.priceValue'),
          width: 130,
          cell: ({ row, set, common }) => (
            <DecimalInput
              {...common}
              places={2}
              min={0}
              value={row.value}
              onChange={(next) => set({ value: next })}
            />
          ),
        },
        {
          name: 'startsAt',
          head: t('products.startsAt'),
          width: 180,
          cell: ({ row, set, common }) => (
            <MomentInput {...common} value={row.startsAt} onChange={(startsAt) => set({ startsAt })} />
          ),
        },
      ]}
    />
  )
}
