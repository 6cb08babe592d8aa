import type { Page } from 'playwright-core'

/** Report on the element focused by Tab. */
interface Step {
  isWithin: boolean
  troubles: string[]
}

/**
 * Returns the problems found by moving through a part of a page with Tab until the focus leaves it: backward
 * steps, invisible focus, unreachable controls and keyboard traps. Each is formatted as `name: trouble:
 * markup`.
 *
 *
 * @param part selector of the part
 */
export async function troublesOfTab(page: Page, part: string, name: string): Promise<string[]> {
  const controls = await page.evaluate(beginAt, part)
  const troubles: string[] = []
  // A few more presses than controls, because a control can have parts or reveal others.
  for (let presses = 0; presses <= controls + 20; presses++) {
    await page.keyboard.press('Tab')
    const step = await page.evaluate(lookAtFocus)
    troubles.push(...step.troubles)
    if (!step.isWithin) {
      troubles.push(...(await page.evaluate(leftOut)))
      return troubles.map((trouble) => `${name}: ${trouble}`)
    }
  }
  return [...troubles, 'Tab does not leave'].map((trouble) => `${name}: ${trouble}`)
}

/** State kept in the page between the steps. */
interface Walk {
  part: HTMLElement
  last: Element | null
  /** Number of times that Tab did not move the focus. */
  stays: number
  look: string
  reached: Set<Element>
  controls: () => HTMLElement[]
  lookOf: (element: Element) => string
}

/** Places the focus before the first control and returns the number of controls. Runs in the page. */
function beginAt(selector: string): number {
  const part = document.querySelector<HTMLElement>(selector)
  if (part === null) throw new Error(`There is no ${selector}`)
  const controls = () =>
    [
      ...part.querySelectorAll<HTMLElement>(
        'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]',
      ),
    ].filter(
      (element) =>
        element.tabIndex >= 0 &&
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('[inert]') === null &&
        // Tab reaches only one radio button of a group with the same name.
        !(element instanceof HTMLInputElement && element.type === 'radio'),
    )
  /** Returns the styles that can show the focus, on the control or on its visible substitute. */
  const lookOf = (element: Element) =>
    [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element instanceof HTMLInputElement ? element.nextElementSibling : null,
    ]
      .filter((drawn) => drawn instanceof Element)
      .map((drawn) => {
        const { outline, outlineOffset, boxShadow, borderColor, backgroundColor } = getComputedStyle(drawn)
        return [outline, outlineOffset, boxShadow, borderColor, backgroundColor].join()
      })
      .join(';')
  const walk: Walk = { part, last: null, stays: 0, look: '', reached: new Set(), controls, lookOf }
  Object.assign(window, { tabWalk: walk })
  if (!part.hasAttribute('tabindex')) part.tabIndex = -1
  part.focus()
  return controls().length
}

/** Checks the focused element after each Tab. Runs in the page. */
function lookAtFocus(): Step {
  const { tabWalk: walk } = window as unknown as { tabWalk: Walk }
  const now = document.activeElement
  const isWithin = now !== null && now !== walk.part && walk.part.contains(now)
  const troubles: string[] = []
  const markup = (element: Element) => element.outerHTML.slice(0, 160)
  if (walk.last?.isConnected && walk.last !== now && walk.lookOf(walk.last) === walk.look)
    troubles.push(`the focus is not seen: ${markup(walk.last)}`)
  if (isWithin) {
    const order = walk.last?.compareDocumentPosition(now) ?? Node.DOCUMENT_POSITION_FOLLOWING
    walk.stays = walk.last === now ? walk.stays + 1 : 0
    // Tab moves through the parts of a date or time: up to three each, a.m. or p.m., and the picker button.
    const isOfParts = now.matches('input[type=date], input[type=time], input[type=datetime-local]')
    if (walk.stays > (isOfParts ? 6 : 0)) troubles.push(`caught: ${markup(now)}`)
    else if (order & Node.DOCUMENT_POSITION_PRECEDING) troubles.push(`a step back: ${markup(now)}`)
    walk.reached.add(now)
    walk.last = now
    walk.look = walk.lookOf(now)
  }
  return { isWithin, troubles }
}

/** Returns the controls that Tab did not reach. Runs in the page after the last Tab. */
function leftOut(): string[] {
  const { tabWalk: walk } = window as unknown as { tabWalk: Walk }
  return walk
    .controls()
    .filter((control) => !walk.reached.has(control))
    .map((control) => `not reached: ${control.outerHTML.slice(0, 160)}`)
}
