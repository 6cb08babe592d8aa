import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from '#lab/screens/stage.ts'
import { walkSetup, walkTill } from '#lab/screens/walk.ts'
import { barriersAt } from '#test/support/barriers.ts'
import { openBrowser } from '#test/support/browser.ts'

describe('a screen or dialog of the till', () => {
  let stage: Stage
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
    stage = await openStage()
  })
  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]()
    await browser?.close()
  })

  it.each([
    { theme: 'light', viewport: { width: 1024, height: 768 } },
    { theme: 'dark', viewport: { width: 390, height: 844 } },
  ] as const)(
    'finds no accessibility violations on the till in $theme at $viewport.width px',
    { timeout: 600_000 },
    async (look) => {
      const barriers: string[] = []
      const seen = new Set<string>()
      const show = async (page: Page, name: string): Promise<void> => {
        seen.add(name)
        barriers.push(...(await barriersAt(page, name)))
      }
      await walkSetup(browser, stage, look, show)
      await walkTill(browser, stage, look, show)
      expect(barriers).toEqual([])
      expect(seen.size).toBeGreaterThan(70)
    },
  )
})
