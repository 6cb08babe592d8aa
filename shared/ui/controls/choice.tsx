import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './choice.module.css'
import { KeyHint } from './key-hint.tsx'

/** Group of options, displayed side by side, of which one can be chosen. */
export function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.choices} role="radiogroup" aria-label={label}>
      {children}
    </div>
  )
}

interface ChoiceProps<Value> {
  value: Value
  chosen: Value
  /** Keyboard shortcut of the option. */
  shortcut?: string | undefined
  icon?: ReactNode
  children: ReactNode
  onChoose: (value: Value) => void
}

/** Option of the group. Choosing it does not move the focus away from a field. */
export function Choice<Value>({ value, chosen, shortcut, icon, children, onChoose }: ChoiceProps<Value>) {
  const isChosen = value === chosen
  return (
    <Button
      variant={isChosen ? 'light' : 'default'}
      h={60}
      px={8}
      role="radio"
      aria-checked={isChosen}
      aria-keyshortcuts={shortcut}
      className={isChosen ? (styles.chosen ?? '') : ''}
      leftSection={icon}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(value)}
    >
      {children} {shortcut && <KeyHint>{shortcut}</KeyHint>}
    </Button>
  )
}
