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

/** How long the rest of a code or its Enter may take to come through a busy machine; without Enter it ends the code. */
const SCAN_END_MS = 300
/** How soon a person's key does what it is a shortcut for. */
const TYPED_MS = MAX_GAP_MS + 20

/**
 * Listens to a keyboard-wedge scanner before anything else on the page does, whatever has the focus. Returns the
 * function that stops listening.
 */
export function listenToScanner({ onScan, onTyped }: ScannerEvents): () => void {
  let burst: Burst | null = null
  let field: FieldSnapshot | null = null
  let told = ''
  let pauseTimer: number | undefined
  const swallowed = new Set<string>()

  const finishScan = (code: string): void => {
    burst = null
    field?.restore()
    field = null
    onScan(code.trim())
  }

  /** True: it was taken. */
  const tellTyped = ({ text, typed }: Burst): boolean => {
    if (text === told) return false
    told = text
    const isTaken = onTyped(text, typed)
    if (isTaken) field?.restore()
    return isTaken
  }

  /** By the times of the keys. */
  const finish = (open: Burst): void => {
    const code = endByPause(open)
    if (code === null) tellTyped(open)
    else finishScan(code)
    burst = null
    field = null
  }

  /** By the clock. Keys may have been struck and not have come yet, so what looks typed stays open to the next one. */
  const waitFor = (open: Burst): void => {
    const isScan = endByPause(open) !== null
    pauseTimer = window.setTimeout(
      () => {
        if (isScan) return finish(open)
        if (!tellTyped(open)) return
        burst = null
        field = null
      },
      isScan ? SCAN_END_MS : TYPED_MS,
    )
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    window.clearTimeout(pauseTimer)
    if (burst && event.timeStamp - burst.lastAtMs > MAX_GAP_MS) finish(burst)
    const step = pressKey(burst, {
      code: event.code,
      key: event.key,
      isShift: event.shiftKey,
      isControl: event.ctrlKey || event.altKey || event.metaKey,
      isRepeat: event.repeat,
      // The time the key was pressed, not handled: a busy page must not look like a slow scanner.
      timeMs: event.timeStamp,
    })
    if (step.isBeginning) {
      field = snapshotFocusedField()
      told = ''
    }
    burst = step.burst
    if (step.isSwallowed) {
      event.preventDefault()
      event.stopImmediatePropagation()
      swallowed.add(event.code)
    }
    if (step.scan !== null) finishScan(step.scan)
    else if (burst) waitFor(burst)
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
