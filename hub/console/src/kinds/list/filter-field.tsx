import { CloseButton, Group, NumberInput, Select, Text } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { ReferencesSelect } from '../../fields/references-select.tsx'
import { useText } from '../../i18n/use-text.ts'
import classes from './list.module.css'
import type { Filter } from './list-definition.ts'

interface FilterFieldProps {
  filter: Filter
  label: string
  /** Text section of the list. */
  texts: string
  /** Value in the URL. */
  value: string | undefined
  /** Sets the value. Undefined removes the filter. */
  onChange: (value: string | undefined) => void
}

export function FilterField({ filter, label, texts, value, onChange }: FilterFieldProps) {
  const t = useText()
  return (
    <Group gap={6} className={classes.filter} wrap="nowrap">
      <Text size="sm" c="dimmed" aria-hidden>
        {label}
      </Text>
      <Control filter={filter} label={label} texts={texts} value={value} onChange={onChange} />
      <CloseButton
        size="sm"
        aria-label={t('list.removeFilter', { filter: label })}
        onClick={() => onChange(undefined)}
      />
    </Group>
  )
}

/**
 * Returns a function that returns the text key of an option. Options with a different meaning in another
 * filter are prefixed with the name of their filter.
 */
function useOptionKeys(listTexts: string) {
  const { i18n } = useTranslation()
  return ({ name, texts }: { name: string; texts?: string }, option: string): string => {
    const ofFilter = `${listTexts}.${name}_${option}`
    return !texts && i18n.exists(ofFilter) ? ofFilter : `${texts ?? listTexts}.${option}`
  }
}

function Control({ filter, label, texts, value, onChange }: FilterFieldProps) {
  const t = useText()
  const keyOf = useOptionKeys(texts)
  const common = { 'aria-label': label, size: 'xs' as const, autoFocus: value === undefined }
  switch (filter.kind) {
    case 'yes-no':
      return (
        <Select
          {...common}
          w={90}
          data={[
            { value: 'true', label: t('list.yes') },
            { value: 'false', label: t('list.no') },
          ]}
          value={value ?? null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          w={180}
          searchable
          data={filter.options.map((option) => ({
            value: option,
            label: t(keyOf(filter, option)),
          }))}
          value={value ?? null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
    case 'reference':
      return (
        <ReferenceSelect
          {...common}
          w={220}
          to={filter.to}
          value={value ?? null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
    case 'references':
      return (
        <ReferencesSelect
          {...common}
          className={classes.several}
          to={filter.to}
          value={value ? value.split(',') : []}
          onChange={(next) => onChange(next.length > 0 ? next.join(',') : undefined)}
        />
      )
    case 'day':
      return (
        <DateInput
          {...common}
          w={130}
          value={value?.slice(0, 10) ?? null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...common}
          w={110}
          value={value ?? ''}
          onChange={(next) => onChange(next === '' ? undefined : String(next))}
        />
      )
  }
}
