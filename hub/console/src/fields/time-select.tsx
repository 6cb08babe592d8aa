import { Select, type SelectProps } from '@mantine/core'

const HALF_HOURS = Array.from({ length: 48 }, (_, at) =>
  [at >> 1, (at % 2) * 30].map((part) => String(part).padStart(2, '0')).join(':'),
)
/** Returns all half hours, plus the selected time if it is another one. */
const timesWith = (own: string | null): string[] =>
  own === null || HALF_HOURS.includes(own) ? HALF_HOURS : [...HALF_HOURS, own].sort()

/** Select for a time of day in half hours. */
export function TimeSelect({
  value,
  ...props
}: Omit<SelectProps, 'data' | 'value'> & { value: string | null }) {
  return <Select searchable data={timesWith(value)} value={value} {...props} />
}
