import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import tableClasses from '../table.module.css'

interface RowsProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly { head: string; cell: (row: Row) => ReactNode; isNumber?: boolean }[]
}

/** Table with a few rows, such as the lines of a receipt. */
export function Rows<Row>({ label, rows, keyOf, columns }: RowsProps<Row>) {
  return (
    <Table.ScrollContainer minWidth="min-content">
      <Table className={columns.length > 2 ? tableClasses.stacked : undefined} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ head, isNumber }) => (
              <Table.Th key={head} className={isNumber ? 'number' : undefined}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ head, cell, isNumber }) => (
                <Table.Td key={head} data-head={head} className={isNumber ? 'number' : undefined}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
