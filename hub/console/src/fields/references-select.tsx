import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { nameOptions, type Reference, referenceOptions } from './reference.ts'

interface ReferencesSelectProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  to: Reference
  value: string[]
  onChange: (ids: string[]) => void
}

/** Select for several records by name. */
export function ReferencesSelect({ to, value, ...props }: ReferencesSelectProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { data = [], isFetching } = useQuery({
    ...referenceOptions(to, search),
    placeholderData: keepPreviousData,
  })
  const missing = value.filter((id) => !data.some((named) => named.id === id))
  const others = useQueries({ queries: missing.map((id) => nameOptions(to, id)) })
  const named = [...others.flatMap(({ data }) => data ?? []), ...data]
  return (
    <MultiSelect
      searchable
      clearable={!props.readOnly}
      hidePickedOptions
      nothingFoundMessage={isFetching ? t('list.searching') : t('list.nothingFound')}
      {...props}
      data={named.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      {...(to.isLarge && {
        searchValue: typed,
        onSearchChange: setTyped,
        // The hub has already filtered the options.
        filter: ({ options }) => options,
      })}
    />
  )
}
