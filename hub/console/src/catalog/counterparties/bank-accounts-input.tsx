import { Radio, TextInput } from '@mantine/core'
import { type RowsCell, type RowsColumn, RowsInput } from '../../fields/rows-input.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'

interface BankAccount {
  accountNumber: string
  bankName: string | null
  bic: string | null
  correspondentAccount: string | null
  isDefault: boolean
}

export function BankAccountsInput({ value, onChange, set: _set, values: _values, ...field }: CustomInput) {
  const t = useText()
  const rows = (value as BankAccount[] | undefined) ?? []
  const column = (
    name: 'accountNumber' | 'bankName' | 'bic' | 'correspondentAccount',
    width: number,
  ): RowsColumn<BankAccount> => ({
    name,
    width,
    head: t(`counterparties.${name}`),
    cell: ({ row, set, common }: RowsCell<BankAccount>) => (
      <TextInput
        {...common}
        value={row[name] ?? ''}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      />
    ),
  })
  return (
    <RowsInput<BankAccount>
      {...field}
      rows={rows}
      onChange={onChange}
      blank={() => ({
        accountNumber: '',
        bankName: null,
        bic: null,
        correspondentAccount: null,
        isDefault: rows.length === 0,
      })}
      addLabel={t('counterparties.addAccount')}
      columns={[
        column('accountNumber', 230),
        column('bankName', 190),
        column('bic', 120),
        column('correspondentAccount', 200),
        {
          name: 'isDefault',
          width: 60,
          head: t('counterparties.isDefaultAccount'),
          cell: ({ row, common }) => (
            <Radio
              aria-label={common['aria-label']}
              disabled={common.readOnly}
              mt={8}
              checked={row.isDefault}
              onChange={() => onChange(rows.map((other) => ({ ...other, isDefault: other === row })))}
            />
          ),
        },
      ]}
    />
  )
}
