import { ActionIcon, Button, Group, Input, Table } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import classes from './rows-input.module.css'

export interface RowsColumn<Row> {
  /** Name of the row's field, as in the pointer of an error. */
  name: keyof Row & string
  head: string
  /** Width in pixels. */
  width: number
  cell: (cell: RowsCell<Row>) => ReactNode
}

export interface RowsCell<Row> {
  row: Row
  set: (part: Partial<Row>) => void
  /** Props for every input of the cell. */
  common: { 'aria-label': string; error: string | undefined; readOnly: boolean }
}

interface RowsInputProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly RowsColumn<Row>[]
  onChange: (rows: Row[]) => void
  /** Creates a new row. If omitted, rows can be neither added nor removed. */
  blank?: () => Row
  addLabel?: string
  error: string | undefined
  errorAt: (pointer: string) => string | undefined
  isReadOnly: boolean
  /** Content beside the button that adds a row. */
  children?: ReactNode
}

/** Small editable table, such as the barcodes or prices of a product. */
export function RowsInput<Row extends object>({
  label,
  rows,
  columns,
  onChange,
  blank,
  addLabel,
  error,
  errorAt,
  isReadOnly,
  children,
}: RowsInputProps<Row>) {
  const t = useText()
  const set = (at: number, part: Partial<Row>): void =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  const isGrowing = blank !== undefined && !isReadOnly
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      {rows.length > 0 && (
        <div className={classes.scroller}>
          <Table className={classes.table} withRowBorders={false} aria-label={label}>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ name, head }) => (
                  <Table.Th key={name}>{head}</Table.Th>
                ))}
                {isGrowing && <Table.Th />}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity
                <Table.Tr key={index}>
                  {columns.map(({ name, head, width, cell }) => (
                    <Table.Td key={name} style={{ width }}>
                      {cell({
                        row,
                        set: (part) => set(index, part),
                        common: {
                          'aria-label': `${head} ${index + 1}`,
                          error: errorAt(`${index}/${name}`),
                          readOnly: isReadOnly,
                        },
                      })}
                    </Table.Td>
                  ))}
                  {isGrowing && (
                    <Table.Td>
                      <ActionIcon
                        aria-label={t('fields.removeRow', { row: index + 1 })}
                        onClick={() => onChange(rows.filter((_, other) => other !== index))}
                      >
                        <IconX size={16} aria-hidden />
                      </ActionIcon>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {isGrowing && (
        <Group gap={8} mt={6}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...rows, blank()])}
          >
            {addLabel ?? t('fields.addRow')}
          </Button>
          {children}
        </Group>
      )}
    </Input.Wrapper>
  )
}
