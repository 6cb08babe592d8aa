import { Alert, Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import classes from './conflict.module.css'
import { type Difference, textOf } from './edited.ts'
import { intoView } from './into-view.ts'

interface ConflictProps {
  differences: readonly Difference[]
  /** Current values of the form. */
  values: Readonly<Record<string, unknown>>
  labelOf: (name: string, difference: Difference) => ReactNode
  /**
   * Renders the value of one version. `difference` has both versions, for values that are compared part by
   * part, such as the lines of a document.
   */
  show: (name: string, value: unknown, difference: Difference) => ReactNode
  onChoose: (name: string, value: unknown) => void
  onClose: () => void
  asText?: (value: unknown) => string
}

/**
 * Shows a conflict with another user's save. For each field it shows their saved value and the user's own
 * input, which is kept unless theirs is selected.
 */
export function Conflict({
  differences,
  values,
  labelOf,
  show,
  onChoose,
  onClose,
  asText = textOf,
}: ConflictProps) {
  const t = useText()
  if (differences.length === 0) return null
  return (
    <Alert
      ref={intoView}
      color="yellow"
      role="alert"
      mb="md"
      title={t('conflict.title')}
      withCloseButton
      closeButtonLabel={t('conflict.close')}
      onClose={onClose}
    >
      {t('conflict.why')}
      {differences.map((difference) => {
        const { name } = difference
        const chosen = asText(values[name])
        return (
          <fieldset key={name} className={classes.field}>
            <legend>{labelOf(name, difference)}</legend>
            {(['theirs', 'mine'] as const).map((side) => (
              <div key={side} className={classes.side}>
                <Radio
                  name={`conflict ${name}`}
                  label={t(`conflict.${side}`)}
                  checked={chosen === asText(difference[side])}
                  onChange={() => onChoose(name, difference[side])}
                />
                <div className={classes.value}>{show(name, difference[side], difference)}</div>
              </div>
            ))}
          </fieldset>
        )
      })}
    </Alert>
  )
}
