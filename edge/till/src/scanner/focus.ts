import { isTextField } from './field-snapshot.ts'
import type { Focus } from './scanner.ts'

/**
 * Returns the kind of element that receives key presses. Amounts and quantities are recognized by their
 * numeric keyboard.
 */
export function currentFocus(): Focus {
  const element = document.activeElement
  if (!isTextField(element)) return 'control'
  if (element.type === 'password') return 'secret'
  const isFigure = element.type === 'number' || /^(?:none|numeric|decimal)$/.test(element.inputMode)
  return isFigure ? 'figure' : 'text'
}

const BUTTON = 'button, [role=button], a[href], summary'

/**
 * Prevents Enter from pressing a button that was focused by mouse or touch. The user does not mean the
 * button, and scanners end their codes with Enter. A button focused by keyboard can still be pressed. Returns
 * a function that removes the guard.
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
