import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../i18n/use-text.ts'
import { Conflict } from './conflict.tsx'
import type { ContractForm } from './use-contract-form.ts'

interface FormConflictProps {
  form: ContractForm
  /** Text section for the fields, the parts of their values and their options. */
  texts: string
  /** Labels of fields that have no text in that section. */
  labels?: Readonly<Record<string, string>>
  /** Renderers for the values of some fields, for example names instead of ids. */
  show?: Readonly<Record<string, (value: never) => ReactNode>>
}

/** Conflict shown above a settings form that another user has saved in the meantime. */
export function FormConflict({ form, texts, labels = {}, show = {} }: FormConflictProps) {
  const t = useText()
  const { differences, values, set, settle } = form
  return (
    <Conflict
      differences={differences}
      values={values}
      labelOf={(name) => labels[name] ?? t(`${texts}.${name}`)}
      show={(name, value) =>
        show[name]?.(value as never) ?? <PlainValue texts={texts} name={name} value={value} />
      }
      onChoose={set}
      onClose={settle}
    />
  )
}

const SECRET = /password|secret|token|key$/i

interface PlainValueProps {
  texts: string
  /** Path of the value. */
  name: string
  value: unknown
}

/** Readable form of a JSON value, with the texts of its form. Secrets are not shown. */
export function PlainValue({ texts, name, value }: PlainValueProps): ReactNode {
  const t = useText()
  const { i18n } = useTranslation()
  const format = useFormat()
  const textOf = (key: string): string => (i18n.exists(`${texts}.${key}`) ? t(`${texts}.${key}`) : key)
  if (value === null || value === undefined || value === '') return '—'
  if (SECRET.test(name)) return '••••••'
  if (typeof value === 'boolean') return t(value ? 'list.yes' : 'list.no')
  if (typeof value === 'number') return format.number(value)
  if (typeof value === 'string') return textOf(value)
  return Object.entries(value).map(([key, member]) => (
    <div key={key}>
      {!Array.isArray(value) && `${textOf(key)}: `}
      <PlainValue texts={texts} name={key} value={member} />
    </div>
  ))
}
