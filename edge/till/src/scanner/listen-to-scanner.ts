import { FieldSnapshots } from './field-snapshot.ts'
import { currentFocus } from './focus.ts'
import { type Ended, Scanner, type TimedKey, TYPED_MS } from './scanner.ts'
import { keptProfile, PROFILE_CHANGED } from './scanner-profile.ts'

export interface ScannerEvents {
  onScan(code: string): void
  /**
   * Called with typed text once it is certain that no scanner sent it. `text` has the characters of the
   * physical keys, for shortcuts such as + and −. `typed` has those of the keyboard layout. `isAlone` is true
   * when nothing else was typed just before. If it returns true, the text is removed from the focused field.
   */
  onTyped(text: string, typed: string, isAlone: boolean): boolean
}

export interface ScannerAnswers extends ScannerEvents {
  /**
   * Returns the name of the product with this barcode. Null when there is none, or when no search is allowed
   * at the moment.
   */
  findProduct(code: string): Promise<string | null>
  /** Called when a product's barcode was entered as an amount or quantity. */
  onProductInFigure(code: string, name: string): void
  /** Called when the text in an amount or quantity field is neither a number nor the barcode of a product. */
  onNoFigure(text: string): void
  /** Called when only part of a code has arrived. */
  onTorn(text: string): void
}

/** Converts a key event for the scanner detection and the scanner lesson. */
export const timedKey = (event: KeyboardEvent): TimedKey => ({
  code: event.code,
  key: event.key,
  isShift: event.shiftKey,
  isControl: event.ctrlKey || event.altKey || event.metaKey,
  isRepeat: event.repeat,
  // The time of the key press, not of its handling: a busy page must not look like a slow scanner.
  timeMs: event.timeStamp,
})

let pupil: ((event: KeyboardEvent) => boolean) | null = null

/**
 * Sends all keys to `onKey` during the scanner lesson. If it returns true, the page does not receive the key.
 * Returns a function that stops the lesson.
 */
export function learnFromKeys(onKey: (event: KeyboardEvent) => boolean): () => void {
  pupil = onKey
  return () => {
    pupil = null
  }
}

/**
 * Listens for a keyboard-wedge scanner, before all other listeners of the page and whatever has the focus.
 * Returns a function that stops listening.
 */
export function listenToScanner(answers: ScannerAnswers): () => void {
  let scanner = new Scanner(keptProfile())
  const fields = new FieldSnapshots()
  let typedTimer: number | undefined
  let silenceTimer: number | undefined
  const swallowed = new Set<string>()

  const act = (ended: readonly Ended[], target: Element | null): void => {
    for (const each of ended) {
      if (each.kind === 'typed') tellTyped(each)
      else if (each.kind === 'ask') void ask(each, fields.restorer(each.droppedParts), target)
      else {
        fields.restorer(each.droppedParts)()
        if (each.kind === 'scan') answers.onScan(each.code)
        else answers.onTorn(each.text)
      }
    }
  }

  const tellTyped = ({ text, typed, isAlone }: Extract<Ended, { kind: 'typed' }>): void => {
    if (!answers.onTyped(text, typed, isAlone)) return
    fields.restorer(0)()
    fields.clear()
    scanner.forget()
  }

  const ask = async (
    { code, inFigure, otherwise }: Extract<Ended, { kind: 'ask' }>,
    restore: () => void,
    target: Element | null,
  ): Promise<void> => {
    const name = await answers.findProduct(code)
    if (name !== null || otherwise === 'refuse') restore()
    if (name !== null && inFigure) answers.onProductInFigure(code, name)
    else if (name !== null) answers.onScan(code)
    else if (otherwise === 'refuse') answers.onNoFigure(code)
    else if (otherwise === 'replay' && target?.isConnected) pressEnter(target)
  }

  const waitOn = (): void => {
    window.clearTimeout(typedTimer)
    window.clearTimeout(silenceTimer)
    if (scanner.isIdle) return
    typedTimer = window.setTimeout(() => {
      const typed = scanner.takeTyped()
      if (typed) tellTyped(typed)
    }, TYPED_MS)
    silenceTimer = window.setTimeout(() => {
      act(scanner.endBySilence(currentFocus()), document.activeElement)
      fields.clear()
    }, scanner.silenceMs)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    // Key events created by this listener are meant for the page.
    if (event.isComposing || !event.isTrusted) return
    if (pupil?.(event)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    if (scanner.isIdle) fields.clear()
    const step = scanner.press(timedKey(event), currentFocus())
    if (step.isSwallowed) {
      event.preventDefault()
      event.stopImmediatePropagation()
      swallowed.add(event.code)
    }
    act(step.ended, event.target instanceof Element ? event.target : null)
    if (step.ended.length > 0) fields.clear()
    if (step.isBeginning) fields.take(true)
    waitOn()
  }

  // A typed letter can open a search, whose field must then be restored after a scan too.
  const onFocus = (): void => {
    if (!scanner.isIdle) fields.take(false)
  }

  // The keyup of a space presses a button, so it is suppressed together with its keydown.
  const onKeyUp = (event: KeyboardEvent): void => {
    if (!swallowed.delete(event.code)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  const onProfile = (): void => {
    scanner = new Scanner(keptProfile())
  }

  window.addEventListener('keydown', onKeyDown, { capture: true })
  window.addEventListener('keyup', onKeyUp, { capture: true })
  window.addEventListener('focusin', onFocus, { capture: true })
  window.addEventListener(PROFILE_CHANGED, onProfile)
  return () => {
    window.clearTimeout(typedTimer)
    window.clearTimeout(silenceTimer)
    window.removeEventListener('keydown', onKeyDown, { capture: true })
    window.removeEventListener('keyup', onKeyUp, { capture: true })
    window.removeEventListener('focusin', onFocus, { capture: true })
    window.removeEventListener(PROFILE_CHANGED, onProfile)
  }
}

/** Repeats a suppressed Enter of a user: listeners receive it, and a field submits its form. */
function pressEnter(target: Element): void {
  const enter = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true })
  const isDone = !target.dispatchEvent(enter)
  if (!isDone && target instanceof HTMLInputElement) target.form?.requestSubmit()
}
