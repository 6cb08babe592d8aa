import { Paper, Table, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './details.module.css'

/** What is looked at and not changed, in parts beside each other. */
export const DetailsPage = ({ children }: { children: ReactNode }) => (
  <div className={classes.page}>{children}</div>
)

interface PartProps {
  title?: string
  isWide?: boolean
  children: ReactNode
}

export const Part = ({ title, isWide = false, children }: PartProps) => (
  <Paper component="section" className={classes.part} data-wide={isWide || undefined}>
    {title && (
      <Title order={2} className={classes.title}>
        {title}
      </Title>
    )}
    {children}
  </Paper>
)

/** Names and what they are; what is null, undefined or empty is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

interface RowsProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly { head: string; cell: (row: Row) => ReactNode; isNumber?: boolean }[]
}

/** A table of a few rows, such as the lines of a receipt. */
export function Rows<Row>({ label, rows, keyOf, columns }: RowsProps<Row>) {
  return (
    <Table.ScrollContainer minWidth={columns.length * 90}>
      <Table aria-label={label}>
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
                <Table.Td key={head} className={isNumber ? 'number' : undefined}>
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
