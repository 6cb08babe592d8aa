import { type FieldSnapshot, snapshotFocusedField } from './field-snapshot.ts'
import { type Burst, endByPause, MAX_GAP_MS, pressKey } from './scanner.ts'

export interface ScannerEvents {
  onScan(code: string): void
  /**
   * What a person typed, told once it is certain that no scanner did: `text` by the physical keys, for shortcuts such
   * as + and −; `typed` in the layout of the keyboard. True takes it out of the focused field again.
   */
  onTyped(text: string, typed: string): boolean
}

/**
 * Listens to a keyboard-wedge scanner before anything else on the page does, whatever has the focus. Returns the
 * function that stops listening.
 */
export function listenToScanner({ onScan, onTyped }: ScannerEvents): () => void {
  let burst: Burst | null = null
  let field: FieldSnapshot | null = null
  let pauseTimer: number | undefined
  const swallowed = new Set<string>()

  const finishScan = (code: string): void => {
    burst = null
    field?.restore()
    field = null
    onScan(code.trim())
  }

  const finishByPause = (open: Burst): void => {
    const code = endByPause(open)
    if (code !== null) finishScan(code)
    else {
      burst = null
      if (onTyped(open.text, open.typed)) field?.restore()
      field = null
    }
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    window.clearTimeout(pauseTimer)
    if (burst && event.timeStamp - burst.lastAtMs > MAX_GAP_MS) finishByPause(burst)
    const step = pressKey(burst, {
      code: event.code,
      key: event.key,
      isShift: event.shiftKey,
      isControl: event.ctrlKey || event.altKey || event.metaKey,
      isRepeat: event.repeat,
      // The time the key was pressed, not handled: a busy page must not look like a slow scanner.
      timeMs: event.timeStamp,
    })
    if (step.isBeginning) field = snapshotFocusedField()
    burst = step.burst
    if (step.isSwallowed) {
      event.preventDefault()
      event.stopImmediatePropagation()
      swallowed.add(event.code)
    }
    if (step.scan !== null) finishScan(step.scan)
    else if (burst) pauseTimer = window.setTimeout(finishByPause, MAX_GAP_MS + 20, burst)
  }

  // A button is pressed by the keyup of a space, so that one is swallowed with its keydown.
  const onKeyUp = (event: KeyboardEvent): void => {
    if (!swallowed.delete(event.code)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  window.addEventListener('keydown', onKeyDown, { capture: true })
  window.addEventListener('keyup', onKeyUp, { capture: true })
  return () => {
    window.clearTimeout(pauseTimer)
    window.removeEventListener('keydown', onKeyDown, { capture: true })
    window.removeEventListener('keyup', onKeyUp, { capture: true })
  }
}
