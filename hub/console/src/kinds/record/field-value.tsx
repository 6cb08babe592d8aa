import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { NameOf } from '../../catalog/name-of.tsx'
import { type Text, useText } from '../../i18n/use-text.ts'
import { FieldInput } from './field-input.tsx'
import type { Field, Values } from './record-definition.ts'

interface FieldValueProps {
  field: Field
  texts: string
  value: unknown
  values: Values
}

/** Read-only display of a field's value. */
export function FieldValue({ field, texts, value, values }: FieldValueProps): ReactNode {
  const t = useText()
  const format = useFormat()
  if (field.kind === 'members')
    return field.fields.map((member) => {
      const of = (value as Values | null)?.[member.name]
      if (of === null || of === undefined) return null
      return (
        <div key={member.name}>
          {t(member.label ?? `${texts}.${member.name}`)}:{' '}
          <FieldValue field={member} texts={texts} value={of} values={values} />
        </div>
      )
    })
  if (value === null || value === undefined || value === '') return '—'
  const optionText = (option: unknown): string => t(`${('texts' in field && field.texts) || texts}.${option}`)
  switch (field.kind) {
    case 'yes-no':
      return t(value ? 'list.yes' : 'list.no')
    case 'choice':
      return optionText(value)
    case 'choices':
      return (value as string[]).map(optionText).join(', ') || '—'
    case 'reference':
      return <NameOf to={field.to} id={value as string} />
    case 'references':
      return (value as string[]).map((id) => (
        <div key={id}>
          <NameOf to={field.to} id={id} />
        </div>
      ))
    case 'texts':
      return (value as string[]).join(', ') || '—'
    case 'money':
    case 'number':
    case 'quantity':
      return format.number(value as number)
    case 'percent':
      return format.percent(value as number)
    case 'day':
      return format.day(value as string)
    case 'moment':
      return format.dateTime(value as string)
    case 'custom':
      return (
        <FieldInput
          field={field}
          texts={texts}
          value={value}
          values={values}
          errors={{}}
          isReadOnly
          onChange={() => undefined}
          set={() => undefined}
        />
      )
    default:
      return String(value)
  }
}

/**
 * Returns a function that returns the label of a field. The label of an object field consists of those of its
 * parts.
 */
export function useFieldLabel(texts: string): (field: Field) => string {
  const t = useText()
  const { i18n } = useTranslation()
  return (field) => labelOf(t, i18n.exists, texts, field)
}

function labelOf(t: Text, exists: (key: string) => boolean, texts: string, field: Field): string {
  const key = field.label ?? `${texts}.${field.name}`
  if (field.kind !== 'members' || exists(key)) return t(key)
  return field.fields.map((member) => labelOf(t, exists, texts, member)).join(', ')
}
