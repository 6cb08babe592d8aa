import { Button, Input, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReasonPurpose } from '#shared/domain/till-reasons.ts'
import styles from './reasons.module.css'
import { useReasons } from './use-reasons.ts'

interface ReasonFieldProps {
  /** Purpose of the reason. Undefined when it has no list of reasons. */
  purpose: ReasonPurpose | undefined
  reason: string
  onChange: (reason: string) => void
  label?: string
  hasFocus?: boolean
}

/** Field for a reason: one of the organization's reasons, or free text where it is allowed. */
export function ReasonField({ purpose, reason, onChange, label, hasFocus }: ReasonFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const { reasons, isListedOnly } = useReasons(purpose)
  const title = label ?? t('reason.title')
  return (
    <div>
      {isListedOnly ? (
        <Input.Label required labelElement="div" id={id}>
          {title}
        </Input.Label>
      ) : (
        <TextInput
          label={title}
          required
          maxLength={255}
          value={reason}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...(hasFocus && { 'data-autofocus': true })}
        />
      )}
      {reasons.length > 0 && (
        <fieldset
          className={styles.reasons}
          {...(isListedOnly ? { 'aria-labelledby': id } : { 'aria-label': t('reason.choose') })}
        >
          {reasons.map((words) => (
            <Button
              key={words}
              variant={words === reason ? 'light' : 'default'}
              aria-pressed={words === reason}
              className={styles.reason ?? ''}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChange(words)}
            >
              {words}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
