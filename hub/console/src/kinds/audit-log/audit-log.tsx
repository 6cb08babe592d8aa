import { Badge, Button, Code, Group, Table, Text } from '@mantine/core'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#shared/audit-log/sentence.ts'
import { SOURCE_WORDS } from '#shared/audit-log/words.ts'
import {
  AUDIT_LOG,
  type AuditEntry,
  EXPORT_AUDIT_LOG,
  type PLATFORM_AUDIT_LOG,
} from '#shared/contracts/organization/audit-log.ts'
import type { Language } from '#shared/std/languages.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { problemText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../shell/notice.tsx'
import { ExportMenu } from '../list/export-menu.tsx'
import { PageHeader } from '../page-header.tsx'
import { AuditFilterRow, type AuditFilters, type ChangedFilters, FILTERS } from './audit-filter-row.tsx'
import classes from './audit-log.module.css'

/** The audit log with one sentence per change, latest first. More entries are loaded at the end of the list. */
export function AuditLog({ endpoint }: { endpoint: typeof AUDIT_LOG | typeof PLATFORM_AUDIT_LOG }) {
  const t = useText()
  const format = useFormat()
  const navigate = useNavigate()
  const language = useTranslation().i18n.language as Language
  const filters = filtersIn(useLocation({ select: ({ search }) => search }))
  const [opened, setOpened] = useState<string | null>(null)
  const set = (changed: ChangedFilters): void =>
    void navigate({ to: '.', search: filtersIn({ ...filters, ...changed }) as never, replace: true })
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [endpoint.path, filters],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, {
        query: { ...filters, ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const entries = entriesOf(data)
  const isOfOrganization = endpoint.path === AUDIT_LOG.path
  return (
    <>
      <PageHeader title={t('auditLog.title')}>
        {isOfOrganization && <ExportMenu endpoint={EXPORT_AUDIT_LOG} query={filters} language={language} />}
      </PageHeader>
      <AuditFilterRow filters={filters} onChange={set} isOfOrganization={isOfOrganization} />
      {error ? (
        <Notice title={t('list.failed')} text={problemText(t, error)} />
      ) : (
        <div className={classes.log}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('auditLog.at')}</Table.Th>
                <Table.Th>{t('auditLog.who')}</Table.Th>
                <Table.Th>{t('auditLog.what')}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map((entry) => (
                <Fragment key={entry.id}>
                  <Table.Tr>
                    <Table.Td className={classes.at}>{format.dateTime(entry.at)}</Table.Td>
                    <Table.Td>
                      {entry.actorName ?? '—'}
                      {entry.isSuperAdmin && (
                        <Badge ml={6} size="xs" color="orange">
                          {t('auditLog.platform')}
                        </Badge>
                      )}
                    </Table.Td>
                    <Table.Td>
                      <Text size="sm">{sentenceOf(entry, language)}</Text>
                      <Text size="xs" c="dimmed">
                        {[
                          entry.source && SOURCE_WORDS[entry.source][language],
                          entry.insideName,
                          entry.reason,
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </Text>
                    </Table.Td>
                    <Table.Td ta="right">
                      {entry.changes.length > 0 && (
                        <Button
                          variant="subtle"
                          size="compact-sm"
                          aria-expanded={opened === entry.id}
                          onClick={() => setOpened(opened === entry.id ? null : entry.id)}
                        >
                          {t('auditLog.changes', { count: entry.changedRecords })}
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                  {opened === entry.id && (
                    <Table.Tr>
                      <Table.Td colSpan={4}>
                        <Changes entry={entry} />
                      </Table.Td>
                    </Table.Tr>
                  )}
                </Fragment>
              ))}
            </Table.Tbody>
          </Table>
          {data && entries.length === 0 && <Notice title={t('auditLog.empty')} />}
          {hasNextPage && (
            <Group justify="center" p="md">
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('auditLog.more')}
              </Button>
            </Group>
          )}
        </div>
      )}
    </>
  )
}

const filtersIn = (search: object): AuditFilters =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => FILTERS.includes(name as never) && value),
  )

const entriesOf = (data: InfiniteData<{ items: AuditEntry[] }> | undefined): AuditEntry[] =>
  data?.pages.flatMap(({ items }) => items) ?? []

/** Lists the values before and after a change, field by field. */
function Changes({ entry }: { entry: AuditEntry }) {
  const t = useText()
  const wordsOf = (value: unknown): string => (value === undefined ? '—' : JSON.stringify(value))
  const changes = entry.changes.map(({ table, id, name, was, now }) => (
    <div key={`${table} ${id}`} className={classes.change}>
      <Text size="sm" fw={600}>
        {[name, table].filter(Boolean).join(' · ')}
      </Text>
      <Table aria-label={t('auditLog.changes', { count: 1 })}>
        <Table.Tbody>
          {[...new Set([...Object.keys(was), ...Object.keys(now)])].map((member) => (
            <Table.Tr key={member}>
              <Table.Td>{member}</Table.Td>
              <Table.Td>
                <Code>{wordsOf(was[member])}</Code>
              </Table.Td>
              <Table.Td>
                <Code>{wordsOf(now[member])}</Code>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  ))
  return (
    <>
      <Code>{entry.action}</Code>
      {changes}
    </>
  )
}
