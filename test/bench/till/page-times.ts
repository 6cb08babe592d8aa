import type { Page } from 'playwright-core'

/** A key or a click that is timed, and the element that is its outcome. */
export interface Deed {
  begins: 'Enter' | 'click'
  /** Of its outcome, in CSS. */
  shows: string
  /** So many of them. */
  count: number
}

interface Watched {
  /** When the browser had the last one of each, by the clock of the page. */
  lastAt: Partial<Record<Deed['begins'], number>>
  deed?: Promise<number>
}

/** Before the page is opened: its own listeners keep keys from those that come later. */
export async function watchInput(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as unknown as Watched
    watched.lastAt = {}
    window.addEventListener('click', ({ timeStamp }) => (watched.lastAt.click = timeStamp), true)
    window.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key === 'Enter') watched.lastAt.Enter = timeStamp
      },
      true,
    )
  })
}

/**
 * Milliseconds from the moment in which the browser has the key or the click to the frame in which its outcome is shown, by
 * the clock of the page itself: what the test's own talk with the browser takes is not in it. The page must be watched.
 */
export async function timeInPage(page: Page, deed: Deed, act: () => Promise<void>): Promise<number> {
  await page.evaluate(awaitOutcome, deed)
  await act()
  return page.evaluate(() => (window as unknown as Watched).deed ?? Number.NaN)
}

/** Runs in the page. */
function awaitOutcome({ begins, shows, count }: Deed): void {
  const watched = window as unknown as Watched
  watched.lastAt = {}
  watched.deed = new Promise<number>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`nothing shows ${count} of ${shows}`)), 30_000)
    const look = (): void => {
      const beganAt = watched.lastAt[begins]
      if (beganAt === undefined || document.querySelectorAll(shows).length < count) return
      observer.disconnect()
      clearTimeout(timer)
      requestAnimationFrame(() => done(performance.now() - beganAt))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true })
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
