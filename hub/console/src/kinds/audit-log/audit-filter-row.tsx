import { Group, Select, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { kindsOfCommands, SOURCE_WORDS } from '#shared/audit-log/words.ts'
import type { AuditSource } from '#shared/contracts/organization/audit-log.ts'
import type { Language } from '#shared/std/languages.ts'
import { STORE } from '../../catalog/references.ts'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { useText } from '../../i18n/use-text.ts'
import { EMPLOYEE } from '../../organization/references.ts'
import classes from './audit-log.module.css'

interface AuditFilterRowProps {
  filters: AuditFilters
  onChange: (changed: ChangedFilters) => void
  /** False for the platform's log, which has neither employees nor stores. */
  isOfOrganization: boolean
}

/** Filters of the audit log: user, kind, record, store, source and days. */
export function AuditFilterRow({ filters, onChange, isOfOrganization }: AuditFilterRowProps) {
  const t = useText()
  const language = useTranslation().i18n.language as Language
  const named = (name: keyof AuditFilters) => ({
    'aria-label': t(`auditLog.${name}`),
    placeholder: t(`auditLog.${name}`),
    value: filters[name] ?? null,
    onChange: (value: string | null) => onChange({ [name]: value }),
    clearable: true,
  })
  const sources = Object.entries(SOURCE_WORDS).map(([value, words]) => ({ value, label: words[language] }))
  return (
    <Group className={classes.filters} gap={8}>
      {isOfOrganization ? (
        <ReferenceSelect to={EMPLOYEE} {...named('employeeId')} />
      ) : (
        <TypedFilter name="person" filters={filters} onChange={onChange} />
      )}
      <Select searchable data={kindsOfCommands(language)} {...named('kind')} />
      <TypedFilter name="search" filters={filters} onChange={onChange} />
      {isOfOrganization && <ReferenceSelect to={STORE} {...named('storeId')} />}
      <Select data={sources} {...named('source')} />
      <DateInput {...named('from')} />
      <DateInput {...named('to')} />
    </Group>
  )
}

interface TypedFilterProps extends Pick<AuditFilterRowProps, 'filters' | 'onChange'> {
  name: 'person' | 'search'
}

function TypedFilter({ name, filters, onChange }: TypedFilterProps) {
  const t = useText()
  const [typed, setTyped] = useState(filters[name] ?? '')
  const look = useDebouncedCallback((text: string) => onChange({ [name]: text || null }), 300)
  return (
    <TextInput
      aria-label={t(`auditLog.${name}`)}
      placeholder={t(`auditLog.${name}`)}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        look(value)
      }}
    />
  )
}

/** Filters of the audit log, as named in the page's URL. */
export const FILTERS = ['employeeId', 'person', 'kind', 'search', 'storeId', 'source', 'from', 'to'] as const
type Filter = (typeof FILTERS)[number]

export type AuditFilters = Partial<Record<Exclude<Filter, 'source'>, string>> & { source?: AuditSource }
/** Changes to the filters. Null removes a filter. */
export type ChangedFilters = Partial<Record<Filter, string | null>>
