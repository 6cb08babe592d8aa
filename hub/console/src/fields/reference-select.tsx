import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { nameOptions, type Reference, referenceOptions } from './reference.ts'

interface ReferenceSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  to: Reference
  value: string | null
  onChange: (id: string | null) => void
}

/** Select for a record by name. */
export function ReferenceSelect({ to, value, onChange, ...props }: ReferenceSelectProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { data = [], isFetching } = useQuery({
    ...referenceOptions(to, search),
    placeholderData: keepPreviousData,
  })
  const isMissing = value !== null && !data.some(({ id }) => id === value)
  const { data: missing } = useQuery({ ...nameOptions(to, value ?? ''), enabled: isMissing })
  const all = missing && isMissing ? [missing, ...data] : data
  return (
    <Select
      searchable
      clearable
      nothingFoundMessage={isFetching ? t('list.searching') : t('list.nothingFound')}
      {...props}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      {...(to.isLarge && {
        onSearchChange: setTyped,
        // The hub has already filtered the options.
        filter: ({ options }) => options,
      })}
    />
  )
}
