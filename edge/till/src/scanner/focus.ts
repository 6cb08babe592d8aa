import { isTextField } from './field-snapshot.ts'
import type { Focus } from './scanner.ts'

/** Returns the place that keys go to. Amounts and quantities are recognized by their numeric keyboard. */
export function currentFocus(): Focus {
  const element = document.activeElement
  if (!isTextField(element)) return 'control'
  if (element.type === 'password') return 'secret'
  const isFigure = element.type === 'number' || /^(?:none|numeric|decimal)$/.test(element.inputMode)
  return isFigure ? 'figure' : 'text'
}

const BUTTON = 'button, [role=button], a[href], summary'

/**
 * Keeps Enter from pressing a button that was focused by mouse or touch: the user then means something else,
 * and a scanner ends its codes with Enter. A button focused by the keyboard is pressed. Returns the function
 * that stops it.
 */
export function guardTouchedButtons(): () => void {
  const touched = new WeakSet<Element>()
  let isByKeyboard = false
  const onPointerDown = ({ target }: PointerEvent): void => {
    isByKeyboard = false
    const button = target instanceof Element ? target.closest(BUTTON) : null
    if (button) touched.add(button)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' || event.key.startsWith('Arrow')) isByKeyboard = true
    const focused = document.activeElement
    if (event.key === 'Enter' && focused && touched.has(focused)) event.preventDefault()
  }
  const onFocus = ({ target }: FocusEvent): void => {
    if (isByKeyboard && target instanceof Element) touched.delete(target)
  }
  window.addEventListener('pointerdown', onPointerDown, { capture: true })
  window.addEventListener('keydown', onKeyDown, { capture: true })
  window.addEventListener('focusin', onFocus, { capture: true })
  return () => {
    window.removeEventListener('pointerdown', onPointerDown, { capture: true })
    window.removeEventListener('keydown', onKeyDown, { capture: true })
    window.removeEventListener('focusin', onFocus, { capture: true })
  }
}
