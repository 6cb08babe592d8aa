import { FieldSnapshots } from './field-snapshot.ts'
import { currentFocus } from './focus.ts'
import { type Ended, Scanner, type TimedKey, TYPED_MS } from './scanner.ts'
import { keptProfile, PROFILE_CHANGED } from './scanner-profile.ts'

export interface ScannerEvents {
  onScan(code: string): void
  /**
   * What a person typed, told once it is certain that no scanner did: `text` by the physical keys, for shortcuts such
   * as + and −; `typed` in the layout of the keyboard; `isAlone`: nothing else came just before. True takes it out of the
   * focused field again.
   */
  onTyped(text: string, typed: string, isAlone: boolean): boolean
}

export interface ScannerAnswers extends ScannerEvents {
  /** The name of the product that has the barcode; null: none has, or nobody may ask now. */
  findProduct(code: string): Promise<string | null>
  /** The barcode of the product came into an amount or a quantity. */
  onProductInFigure(code: string, name: string): void
  /** The text in an amount or a quantity is no figure, and no product has it. */
  onNoFigure(text: string): void
  /** Only a part of a code has come. */
  onTorn(text: string): void
}

/** Returns a key event in the form that the scanner and its lesson take. */
export const timedKey = (event: KeyboardEvent): TimedKey => ({
  code: event.code,
  key: event.key,
  isShift: event.shiftKey,
  isControl: event.ctrlKey || event.altKey || event.metaKey,
  isRepeat: event.repeat,
  // The time the key was pressed, not handled: a busy page must not look like a slow scanner.
  timeMs: event.timeStamp,
})

let pupil: ((event: KeyboardEvent) => boolean) | null = null

/** Gives all keys to `onKey` as long as the till learns its scanner; true: the page does not see the key. Returns what ends it. */
export function learnFromKeys(onKey: (event: KeyboardEvent) => boolean): () => void {
  pupil = onKey
  return () => {
    pupil = null
  }
}

/**
 * Listens to a keyboard-wedge scanner before anything else on the page does, whatever has the focus. Returns the
 * function that stops listening.
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
    // A key that this listener presses again is for the page.
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

  // A search begins where a letter is typed: its field is one of those that a scan puts back.
  const onFocus = (): void => {
    if (!scanner.isIdle) fields.take(false)
  }

  // A button is pressed by the keyup of a space, so that one is swallowed with its keydown.
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

/** Presses Enter for the person who did: listeners hear it, and a field submits its form. */
function pressEnter(target: Element): void {
  const enter = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true })
  const isDone = !target.dispatchEvent(enter)
  if (!isDone && target instanceof HTMLInputElement) target.form?.requestSubmit()
}
