import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const GRAVE = ['serious', 'critical']

/**
 * Returns the accessibility violations that axe finds on the page, each as `name: rule at place: markup`.
 * Checks only the given rules, or all rules by default.
 */
export async function barriersAt(page: Page, name: string, rules: readonly string[] = []): Promise<string[]> {
  await page.evaluate(restOfAnimations)
  await page.evaluate(afterEffects)
  // The axe script is half a megabyte. It is sent to each document only once, because sending it takes longer
  // than checking all rules.
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

/** Waits two frames for additions to the first rendering, such as the name of a dialog. Runs in the page. */
const afterEffects = () =>
  new Promise<null>((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done(null)))
  })

/** Waits until finite animations end, so that the final colors are checked. Runs in the page. */
const restOfAnimations = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished),
  ).then(() => null)
