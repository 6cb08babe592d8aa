import { expect } from 'vitest'
import type { ConsolePage } from '../console.ts'

/** The button is there, cannot be pressed, and says why. */
export async function refused(
  { page }: ConsolePage,
  button: string,
  why = 'Your role does not allow this',
): Promise<void> {
  const found = page.getByTitle(why).filter({ hasText: new RegExp(`^${button}$`) })
  await found.waitFor()
  expect(await found.evaluate((element) => element.matches(':disabled, [aria-disabled="true"]'))).toBe(true)
}
