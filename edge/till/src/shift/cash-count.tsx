import { TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice, Choices } from '#shared/ui/controls/choice.tsx'
import { Keypad } from '#shared/ui/controls/keypad.tsx'
import { emptyEntry, entryValue, type NumberEntry, pressKeypad } from '#shared/ui/controls/number-entry.ts'
import { NumberField } from '#shared/ui/controls/number-field.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useSettings } from '../status/use-status.ts'
import { type Counts, countedOf, denominationsOf, isCount, sumOfCounts } from './denominations.ts'
import styles from './shift.module.css'

/** Counted content of the drawer, by denomination or as one total. */
export interface CashCount {
  by: 'notes' | 'figure'
  counts: Counts
  entry: NumberEntry
}

export const NOTHING_COUNTED: CashCount = { by: 'notes', counts: {}, entry: emptyEntry }

/** True when an entry is not a valid count or amount. */
export const isWrong = ({ by, counts, entry }: CashCount): boolean =>
  by === 'figure' ? entry.isWrong === true : !Object.values(counts).every(isCount)

/** Returns the counted total in major units, or null while the input is empty or invalid. */
export function sumOf({ by, counts, entry }: CashCount): number | null {
  if (by === 'figure') return entryValue(entry)
  if (!Object.values(counts).every(isCount)) return null
  return Object.values(counts).some((count) => count !== '') ? sumOfCounts(counts) : null
}

/** Returns the count by denomination in the agent's format. */
export const notesOf = ({ by, counts }: CashCount) => (by === 'notes' ? countedOf(counts) : [])

interface CashCountFormProps {
  label: string
  count: CashCount
  onChange: (count: CashCount) => void
}

export function CashCountForm({ label, count, onChange }: CashCountFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const settings = useSettings()
  const change = (changes: Partial<CashCount>): void => onChange({ ...count, ...changes })
  return (
    <>
      <Choices label={t('shift.countBy')}>
        <Choice value="notes" chosen={count.by} onChoose={(by: CashCount['by']) => change({ by })}>
          {t('shift.byNotes')}
        </Choice>
        <Choice value="figure" chosen={count.by} onChoose={(by: CashCount['by']) => change({ by })}>
          {t('shift.byFigure')}
        </Choice>
      </Choices>
      {count.by === 'figure' ? (
        <>
          <NumberField
            label={label}
            entry={count.entry}
            onChange={(entry) => change({ entry })}
            places={2}
            suffix={settings?.currencySymbol ?? ''}
          />
          <Keypad keyHeight={44} onPress={(key) => change({ entry: pressKeypad(count.entry, key, 2) })} />
        </>
      ) : (
        <fieldset className={styles.notes} aria-label={label} onKeyDown={moveOn}>
          {denominationsOf(settings?.currencyCode ?? '').map((value, index) => (
            <TextInput
              key={value}
              label={format.money(value)}
              inputMode="numeric"
              autoComplete="off"
              {...(index === 0 && { 'data-autofocus': true })}
              placeholder="0"
              value={count.counts[value] ?? ''}
              onChange={(event) => {
                const typed = event.currentTarget.value.trim()
                change({ counts: { ...count.counts, [value]: typed } })
              }}
              error={!isCount(count.counts[value] ?? '') && t('number.wholeCount')}
              classNames={{ root: styles.note ?? '', input: styles.noteCount ?? '' }}
            />
          ))}
        </fieldset>
      )}
      {count.by === 'notes' && (
        <div className={styles.figure} role="status">
          <span>{label}</span>
          <strong>{format.money(sumOf(count) ?? 0)}</strong>
        </div>
      )}
    </>
  )
}

/**
 * Moves the focus to the next field on Enter, and from the last one to the button, so that Enter after the
 * first count does not close the shift.
 */
function moveOn(event: KeyboardEvent<HTMLFieldSetElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll('input')]
  const next = fields[fields.indexOf(event.target) + 1]
  const button = event.target.form?.querySelector<HTMLElement>('button[type="submit"]')
  ;(next ?? button)?.focus()
}
