import { Checkbox, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { DateInput, TimeInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { MomentInput } from '../../fields/moment-input.tsx'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { ReferencesSelect } from '../../fields/references-select.tsx'
import type { FormErrors } from '../../forms/form-errors.ts'
import { useText } from '../../i18n/use-text.ts'
import classes from './record.module.css'
import type { Field, Values } from './record-definition.ts'

interface FieldInputProps {
  field: Field
  texts: string
  value: unknown
  values: Values
  errors: FormErrors
  isReadOnly: boolean
  onChange: (value: unknown) => void
  /** Changes another field. */
  set: (name: string, value: unknown) => void
}

/** Input for one field of a record, according to its kind. An empty input is null. */
export function FieldInput({
  field,
  texts,
  value,
  values,
  errors,
  isReadOnly,
  onChange,
  set,
}: FieldInputProps) {
  const t = useText()
  const { i18n } = useTranslation()
  // An object with several inputs has no label of its own.
  const label = field.kind === 'members' ? '' : t(field.label ?? `${texts}.${field.name}`)
  const why = `${texts}.${field.name}Why`
  const ifEmpty = `${texts}.${field.name}IfEmpty`
  const error =
    errors[field.name] ?? Object.entries(errors).find(([at]) => at.startsWith(`${field.name}/`))?.[1]
  const common = {
    label,
    error,
    readOnly: isReadOnly,
    required: field.isRequired === true,
    ...(i18n.exists(why) && { description: t(why) }),
    ...(i18n.exists(ifEmpty) && { placeholder: t(ifEmpty) }),
  }
  const input = ((): React.ReactNode => {
    switch (field.kind) {
      case 'text':
      case 'email':
      case 'phone':
        return (
          <TextInput
            {...common}
            type={field.kind === 'phone' ? 'tel' : field.kind}
            value={(value as string | null) ?? ''}
            onChange={(event) => onChange(event.currentTarget.value || null)}
          />
        )
      case 'paragraph':
        return (
          <Textarea
            {...common}
            maxRows={10}
            value={(value as string | null) ?? ''}
            onChange={(event) => onChange(event.currentTarget.value || null)}
          />
        )
      case 'number':
      case 'money':
      case 'percent':
      case 'quantity':
        return (
          <DecimalInput
            {...common}
            places={field.places ?? PLACES[field.kind]}
            {...(field.min !== undefined && { min: field.min })}
            {...(field.max !== undefined && { max: field.max })}
            {...(field.kind === 'percent' && { suffix: ' %' })}
            value={value as number | null}
            onChange={onChange}
          />
        )
      case 'yes-no':
        return (
          <Switch
            {...common}
            disabled={isReadOnly}
            className={classes.switch ?? ''}
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        )
      case 'choice':
        return (
          <Select
            {...common}
            data={field.options.map((option) => ({
              value: String(option),
              label: t(`${field.texts ?? texts}.${option}`),
            }))}
            clearable={!field.isRequired}
            value={value === null || value === undefined ? null : String(value)}
            onChange={(next) => onChange(field.options.find((option) => String(option) === next) ?? null)}
          />
        )
      case 'choices':
        return (
          <Checkbox.Group {...common} value={(value as string[] | undefined) ?? []} onChange={onChange}>
            <div className={classes.choices}>
              {field.options.map((option) => (
                <Checkbox
                  key={option}
                  value={option}
                  disabled={isReadOnly}
                  label={t(`${field.texts ?? texts}.${option}`)}
                />
              ))}
            </div>
          </Checkbox.Group>
        )
      case 'reference':
        return (
          <ReferenceSelect
            {...common}
            clearable={!field.isRequired && !isReadOnly}
            to={field.to}
            value={(value as string | null) ?? null}
            onChange={onChange}
          />
        )
      case 'references':
        return (
          <ReferencesSelect
            {...common}
            to={field.to}
            value={(value as string[] | undefined) ?? []}
            onChange={onChange}
          />
        )
      case 'texts':
        return <TagsInput {...common} value={(value as string[] | undefined) ?? []} onChange={onChange} />
      case 'day':
        return (
          <DateInput
            {...common}
            clearable
            value={(value as string | null) ?? null}
            onChange={(next) => onChange(next)}
          />
        )
      case 'moment':
        return (
          <MomentInput
            {...common}
            clearable={!isReadOnly}
            value={(value as string | null | undefined) ?? null}
            onChange={onChange}
          />
        )
      case 'time':
        return (
          <TimeInput
            {...common}
            value={(value as string | null) ?? ''}
            onChange={(event) => onChange(event.currentTarget.value || null)}
          />
        )
      case 'members':
        return (
          <Members
            field={field}
            texts={texts}
            value={value}
            values={values}
            errors={errors}
            isReadOnly={isReadOnly}
            onChange={onChange}
            set={set}
          />
        )
      case 'custom':
        return (
          <field.Input
            value={value}
            onChange={onChange}
            set={set}
            label={label}
            error={errors[field.name]}
            isReadOnly={isReadOnly}
            values={values}
            errorAt={(pointer) => errors[`${field.name}/${pointer}`]}
          />
        )
    }
  })()
  return (
    <div
      className={
        field.isWide || field.kind === 'paragraph' || field.kind === 'members' ? classes.wide : undefined
      }
    >
      {input}
    </div>
  )
}

const PLACES = { number: 0, money: 2, percent: 2, quantity: 3 } as const

/** Inputs for an object field of the record. */
function Members({ field, texts, value, values, errors, isReadOnly, onChange, set }: FieldInputProps) {
  const members = (value as Values | undefined) ?? {}
  const { name, fields } = field as Extract<Field, { kind: 'members' }>
  const prefix = `${name}/`
  const own = Object.fromEntries(
    Object.entries(errors)
      .filter(([at]) => at.startsWith(prefix))
      .map(([at, text]) => [at.slice(prefix.length), text]),
  )
  return (
    <div className={classes.fields}>
      {fields
        .filter(({ isShown }) => isShown?.(values) ?? true)
        .map((member) => (
          <FieldInput
            key={member.name}
            field={member}
            texts={texts}
            value={members[member.name]}
            values={values}
            errors={own}
            isReadOnly={isReadOnly}
            onChange={(next) => onChange({ ...members, [member.name]: next })}
            set={set}
          />
        ))}
    </div>
  )
}
