import { Anchor, Group, Loader, Pagination, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  CHANGE_SET_ROWS,
  CHANGE_SETS,
  type ChangedField,
  ChangeOutcome,
  type ChangeSet,
  type ChangeSetKind,
  type ChangeSetRow,
} from '#shared/contracts/catalog/change-sets.ts'
import type { Format } from '#shared/std/format.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { remarkWords } from '../../i18n/remark-words.ts'
import { useText, type Text as Words } from '../../i18n/use-text.ts'
import { priceTypeOptions } from '../price-types/price-type-options.ts'
import classes from './change-set-rows.module.css'
import { isUnderWay } from './counts.ts'

const PAGE_ROWS = 50

/** Lists the records of a change set by outcome, with values before and after. */
export function ChangeSetRows({ set }: { set: ChangeSet }) {
  const t = useText()
  const { number } = useFormat()
  const [chosen, setChosen] = useState<ChangeOutcome | null>(null)
  const [page, setPage] = useState(1)
  const present = ChangeOutcome.options.filter((outcome) => (set.counts[outcome] ?? 0) > 0)
  const outcome = chosen && present.includes(chosen) ? chosen : present[0]
  // Read again in each state: while a job is running, only counts are available.
  const { data, isPlaceholderData } = useQuery({
    queryKey: [CHANGE_SETS.path, 'rows', set.id, set.state, outcome, page],
    enabled: outcome !== undefined && !isUnderWay(set),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(CHANGE_SET_ROWS, {
        params: { id: set.id },
        query: { page, pageSize: PAGE_ROWS, ...(outcome && { outcome }) },
        signal,
      }),
  })
  if (!outcome) return <Text c="dimmed">{t('changeSets.noRows')}</Text>
  return (
    <Stack gap={12}>
      <SegmentedControl
        className={classes.outcomes}
        aria-label={t('changeSets.outcomes')}
        value={outcome}
        onChange={(next) => {
          setChosen(next as ChangeOutcome)
          setPage(1)
        }}
        data={present.map((each) => ({
          value: each,
          label: `${t(`changeSets.outcome_${each}`)} · ${number(set.counts[each] ?? 0)}`,
        }))}
      />
      {data ? (
        <RowsTable kind={set.kind} rows={data.items} isOld={isPlaceholderData} />
      ) : (
        <Loader size="sm" aria-label={t('shell.starting')} />
      )}
      {data && data.total > PAGE_ROWS && (
        <Group justify="center">
          <Pagination
            total={Math.ceil(data.total / PAGE_ROWS)}
            value={page}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': t(`changeSets.page_${control}`) })}
          />
        </Group>
      )}
    </Stack>
  )
}

interface RowsTableProps {
  kind: ChangeSetKind
  rows: readonly ChangeSetRow[]
  isOld: boolean
}

function RowsTable({ kind, rows, isOld }: RowsTableProps) {
  const t = useText()
  const format = useFormat()
  const { data: types = [] } = useQuery(priceTypeOptions)
  const typeName = (id: string): string => types.find((type) => type.id === id)?.name ?? ''
  const isRefused = rows.some(({ refusal }) => refusal !== null)
  const isOfFile = rows.some(({ fileRow }) => fileRow !== null)
  const hasChanges = rows.some(({ changes }) => changes.length > 0)
  const words = { t, format, typeName }
  return (
    <Table.ScrollContainer minWidth="min-content">
      <Table className={classes.rows} aria-label={t('changeSets.rows')} aria-busy={isOld} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {isOfFile && <Table.Th className={classes.fileRow}>{t('import.row')}</Table.Th>}
            <Table.Th className={classes.name}>{t('changeSets.record')}</Table.Th>
            {hasChanges && (
              <>
                <Table.Th>{t('changeSets.field')}</Table.Th>
                <Table.Th className="number">{t('changeSets.before')}</Table.Th>
                <Table.Th className="number">{t('changeSets.after')}</Table.Th>
              </>
            )}
            {isRefused && <Table.Th className={classes.name}>{t('changeSets.why')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.position}>
              {isOfFile && <Table.Td className={classes.fileRow}>{row.fileRow}</Table.Td>}
              <Table.Td className={classes.name}>
                <RecordLink kind={kind} row={row} />
              </Table.Td>
              {hasChanges && (
                <>
                  <Lines of={row} cell={(change) => fieldWords(change, words)} />
                  <Lines of={row} isNumber cell={(change) => valueWords(change, 'before', words)} />
                  <Lines of={row} isNumber cell={(change) => valueWords(change, 'after', words)} />
                </>
              )}
              {isRefused && <Table.Td className={classes.name}>{refusalWords(row, t)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function RecordLink({ kind, row: { recordId, name } }: { kind: ChangeSetKind; row: ChangeSetRow }) {
  if (!recordId) return name
  const to = `/${RECORDS[kind]}/${recordId}` as '/'
  return <Anchor renderRoot={(props) => <Link to={to} {...props} />}>{name}</Anchor>
}

const RECORDS: Record<ChangeSetKind, string> = {
  products: 'products',
  counterparties: 'counterparties',
  'product-import': 'products',
}

interface LinesProps {
  of: ChangeSetRow
  cell: (change: ChangedField) => string
  isNumber?: boolean
}

/** One line per changed field. */
function Lines({ of: row, cell, isNumber }: LinesProps) {
  return (
    <Table.Td className={isNumber ? 'number' : undefined}>
      {shownOf(row).map((change) => (
        <div key={`${change.field} ${change.priceTypeId} ${change.startsAt}`}>{cell(change)}</div>
      ))}
    </Table.Td>
  )
}

/** Describes the refusal of a file row with its column and value: “Price · Not a number: a lot”. */
function refusalWords({ refusal, fileRow, outcome }: ChangeSetRow, t: Words): string {
  if (!refusal) return ''
  const why = remarkWords(t, refusal)
  if (fileRow === null || outcome !== 'Refused') return why
  const { field, value } = refusal
  return `${field ? `${field} · ` : ''}${why}${value ? `: ${value}` : ''}`
}

/** Returns the fields to show. For a new record, these are its identifying fields and its price. */
const shownOf = ({ outcome, changes }: ChangeSetRow): ChangedField[] =>
  outcome === 'Create' || outcome === 'Created'
    ? changes.filter(({ field, after }) => OF_NEW.includes(field) && after !== null && after !== '')
    : changes

const OF_NEW = ['code', 'article', 'productGroupId', 'barcodes', 'price']

interface Speaking {
  t: Words
  format: Format
  typeName: (id: string) => string
}

function fieldWords(
  { field, priceTypeId, startsAt }: ChangedField,
  { t, format, typeName }: Speaking,
): string {
  const name = (priceTypeId && typeName(priceTypeId)) || t(`changeSets.field_${field}`)
  return startsAt ? t('changeSets.startsAt', { name, at: format.dateTime(startsAt) }) : name
}

function valueWords(change: ChangedField, side: 'before' | 'after', { t, format }: Speaking): string {
  const value = change[side]
  const name = side === 'before' ? change.beforeName : change.afterName
  if (name) return name
  if (value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? t('list.yes') : t('list.no')
  if (typeof value !== 'number') return value
  if (MONEY.includes(change.field)) return format.amount(value)
  return change.field === 'vatRate' ? format.percent(value) : format.quantity(value)
}

const MONEY = ['price', 'cost', 'minPrice']
