import type { Page } from 'playwright-core'

/** What a person does, by the event that the page has of it. */
type Begins = 'Enter' | 'click' | 'input' | 'popstate' | 'scroll'

/** A deed that is timed, and the elements that are its outcome. */
export interface Deed {
  begins: Begins
  /** Of its outcome, in CSS. */
  shows: string
  /** So many of them, or more; 1 if it does not say. */
  count?: number
  /** The first of them says something else than before. */
  isOther?: boolean
  /** The first of them says this. */
  says?: string
}

interface Watched {
  /** When the browser had the first one of each since the deed was waited for, by the clock of the page. */
  lastAt: Partial<Record<Begins, number>>
  deed?: Promise<number>
}

/** Before the page is opened: its own listeners keep events from those that come later. */
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
 * Milliseconds from the moment in which the browser has the deed to the frame in which its outcome is shown, by the clock of
 * the page itself: what the test's own talk with the browser takes is not in it. The page must be watched.
 */
export async function timeInPage(page: Page, deed: Deed, act: () => Promise<unknown>): Promise<number> {
  // One behind another draws no frames.
  await page.bringToFront()
  await page.evaluate(awaitOutcome, deed)
  await act()
  return page.evaluate(() => (window as unknown as Watched).deed ?? Number.NaN)
}

/** Runs in the page. */
function awaitOutcome({ begins, shows, count = 1, isOther, says }: Deed): void {
  const watched = window as unknown as Watched
  const text = (): string | null => document.querySelector(shows)?.textContent ?? null
  const before = text()
  watched.lastAt = {}
  watched.deed = new Promise<number>((done, fail) => {
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

/** Bytes of the page's objects, after everything that nobody holds has been cleared. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}
