import type { Page } from 'playwright-core'

/** Browser event that starts a user action. */
type Begins = 'Enter' | 'click' | 'input' | 'popstate' | 'scroll'

/** Timed action with the elements that show its outcome. */
export interface Action {
  begins: Begins
  /** CSS selector of the outcome. */
  shows: string
  /** Minimum number of matching elements, 1 by default. */
  count?: number
  /** True when the text of the first matching element must change. */
  isOther?: boolean
  /** Expected text of the first matching element. */
  says?: string
}

interface Watched {
  /** Page-clock time of the first event of each kind since the action was awaited. */
  lastAt: Partial<Record<Begins, number>>
  action?: Promise<number>
}

/**
 * Starts watching. Call it before the page is opened, because the page's own listeners can stop events from
 * reaching later ones.
 */
export async function watchInput(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as unknown as Watched
    watched.lastAt = {}
    for (const type of ['click', 'input', 'popstate', 'scroll'] as const)
      window.addEventListener(type, ({ timeStamp }) => (watched.lastAt[type] ??= timeStamp), true)
    window.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key === 'Enter') watched.lastAt.Enter ??= timeStamp
      },
      true,
    )
  })
}

/**
 * Returns the time in ms from the browser's event to the frame that shows the outcome, by the page's own
 * clock. This excludes communication between test and browser. The page must be watched.
 */
export async function timeInPage(page: Page, action: Action, act: () => Promise<unknown>): Promise<number> {
  // A background page draws no frames.
  await page.bringToFront()
  await page.evaluate(awaitOutcome, action)
  await act()
  return page.evaluate(() => (window as unknown as Watched).action ?? Number.NaN)
}

/** Waits for the outcome, running inside the page. */
function awaitOutcome({ begins, shows, count = 1, isOther, says }: Action): void {
  const watched = window as unknown as Watched
  const text = (): string | null => document.querySelector(shows)?.textContent ?? null
  const before = text()
  watched.lastAt = {}
  watched.action = new Promise<number>((done, fail) => {
    const timer = setTimeout(
      () => fail(new Error(`no outcome of ${begins} at ${count} ${shows}: ${text()}`)),
      30_000,
    )
    const look = (): void => {
      const beganAt = watched.lastAt[begins]
      if (beganAt === undefined || document.querySelectorAll(shows).length < count) return
      if ((isOther && text() === before) || (says !== undefined && !text()?.includes(says))) return
      observer.disconnect()
      clearTimeout(timer)
      requestAnimationFrame(() => done(performance.now() - beganAt))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}

/** Returns the heap size of the page in bytes after garbage collection. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}
