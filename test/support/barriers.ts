import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const GRAVE = ['serious', 'critical']

/**
 * What keeps people out of the page as it is drawn now, by axe; each as `name: rule at place: markup`. Rules: those of a name, or all.
 */
export async function barriersAt(page: Page, name: string, rules: readonly string[] = []): Promise<string[]> {
  await page.evaluate(restOfAnimations)
  await page.evaluate(afterEffects)
  // Half a megabyte of script: sent to each document once, as that took longer than all the rules.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false })
  if (rules.length > 0) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${name}: ${id} at ${target.join(' ')}: ${html.slice(0, 160)}`),
    )
}

/** What a page adds once it was drawn first, such as the name of a dialog, is there two frames later. Runs in the page. */
const afterEffects = () =>
  new Promise<null>((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done(null)))
  })

/** Colours on their way from one to the other are none of those that people read. Runs in the page. */
const restOfAnimations = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished),
  ).then(() => null)
