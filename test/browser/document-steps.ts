import type { ConsolePage } from './console.ts'

/** Steps of a clerk at the page of a document. */

/** Selects an option of a header field by a part of its name. */
export async function choose({ page }: ConsolePage, field: string, option: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

export const search = ({ page }: ConsolePage) => page.getByLabel('Add a product')

/** Types like a scanner: digits and Enter, to the focused element. */
export async function scan({ page }: ConsolePage, barcode: string): Promise<void> {
  await page.keyboard.type(barcode)
  await page.keyboard.press('Enter')
}

/** Waits until the document has `count` lines. */
export const lines = ({ page }: ConsolePage, count: number): Promise<void> =>
  page
    .getByRole('region', { name: 'Lines' })
    .getByText(new RegExp(`^${count} lines?$`))
    .waitFor()

/** Returns the label of the focused element. */
export const focused = ({ page }: ConsolePage): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

/** Waits until the page shows the document as posted; a message may still be about the previous document. */
export const posted = ({ page }: ConsolePage): Promise<void> =>
  page.getByRole('main').getByText('Posted', { exact: true }).first().waitFor()

/** Returns the id in the address. */
export const shownId = ({ page }: ConsolePage): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''
