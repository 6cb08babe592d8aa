import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const GRAVE = ['serious', 'critical']

/**
 * Returns the accessibility violations of the page as drawn now, found by axe; each as `name: rule at place:
 * markup`. Rules: those with the given names, or all.
 */
export async function barriersAt(page: Page, name: string, rules: readonly string[] = []): Promise<string[]> {
  await page.evaluate(restOfAnimations)
  await page.evaluate(afterEffects)
  // Half a megabyte of script, sent to each document once: sending it took longer than checking all rules.
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

/**
 * Waits two frames, after which additions to the first drawing, such as the name of a dialog, are there. Runs
 * in the page.
 */
const afterEffects = () =>
  new Promise<null>((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done(null)))
  })

/** Waits for the end of animations: colors in transition are not those that users read. Runs in the page. */
const restOfAnimations = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished),
  ).then(() => null)
