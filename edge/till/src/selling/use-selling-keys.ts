import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { isDialogOpen } from '#shared/ui/controls/is-dialog-open.ts'
import { isKeyName, KEYS, type KeyName } from '../commands/keys.ts'
import type { Commands } from '../commands/use-commands.ts'

type KeyActions = Partial<Record<KeyName, () => void>>

export const isInField = (): boolean => document.activeElement instanceof HTMLInputElement
const isTyping = (): boolean => isInField() && (document.activeElement as HTMLInputElement).value !== ''

/** Keys that a focused field handles itself: Delete while it has text, and the arrow keys. */
const BELONGS_TO_FIELD: Partial<Record<KeyName, () => boolean>> = {
  tiles: isTyping,
  removeLine: isTyping,
  undo: isTyping,
  lineBefore: isInField,
  lineAfter: isInField,
}

/**
 * Handles the keys of the selling screen: those of commands, and those in `actions`, which the screen
 * performs itself.
 */
export function useSellingKeys(isEnabled: boolean, commands: Commands, actions: KeyActions): void {
  const ofCommands = Object.fromEntries(
    commands.all.filter(({ id }) => isKeyName(id)).map(({ id }) => [id, () => commands.run(id)]),
  )
  const items = Object.entries({ ...ofCommands, ...actions }).flatMap(([name, act]): HotkeyItem[] =>
    KEYS[name as KeyName].keys.map((key) => [
      key,
      (event: KeyboardEvent) => {
        // A key held down to clear a field must not also change the cart.
        if (event.repeat || !isEnabled || isDialogOpen() || BELONGS_TO_FIELD[name as KeyName]?.()) return
        event.preventDefault()
        act()
      },
      // Function keys are always kept from the browser, other keys only when they are handled.
      { preventDefault: key.startsWith('F') },
    ]),
  )
  useHotkeys(items, [])
}

/** Returns the step for + and −, or null when the key belongs to the text of a field. */
export function stepOf(typed: string): 1 | -1 | null {
  const field = document.activeElement
  if (field instanceof HTMLInputElement && field.value.length > typed.length) return null
  if (typed === '+' || typed === '=') return 1
  return typed === '-' ? -1 : null
}

/**
 * Returns true for letters typed outside of fields, which begin a search. Digits are excluded, because they
 * can be the remainder of a slow scan.
 */
export function isSearchBegun(typed: string): boolean {
  return !(document.activeElement instanceof HTMLInputElement) && /^\p{L}/u.test(typed)
}
