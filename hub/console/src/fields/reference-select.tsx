import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../api/call.ts'
import { useText } from '../i18n/use-text.ts'
import { type Named, type Reference, referenceOptions } from './reference.ts'

interface ReferenceSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  to: Reference
  value: string | null
  onChange: (id: string | null) => void
}

/** Chooses a record by its name. */
export function ReferenceSelect({ to, value, onChange, ...props }: ReferenceSelectProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { data = [], isFetching } = useQuery({
    ...referenceOptions(to, search),
    placeholderData: keepPreviousData,
  })
  const isMissing = value !== null && !data.some(({ id }) => id === value)
  const { data: missing } = useQuery({ ...oneOptions(to, value ?? ''), enabled: isMissing })
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
        // The hub has looked.
        filter: ({ options }) => options,
      })}
    />
  )
}

/** One that is not among those offered, such as an archived one. */
const oneOptions = ({ endpoint, nameOf }: Reference, id: string) =>
  queryOptions({
    queryKey: [endpoint.path, 'name', id],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Named> => {
      const row = await call(
        { method: 'get', path: `${endpoint.path}/{id}` as '/{id}', answer: Row },
        { params: { id }, signal },
      )
      return { id, name: nameOf(row as never) }
    },
  })

const Row = z.object({ id: z.string() })
