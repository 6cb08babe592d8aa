import type { ConsolePage } from './console.ts'

/** Steps of a user on the page of a document. */

/** Selects an option of a header field. The option can be named in part. */
export async function choose({ page }: ConsolePage, field: string, option: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

export const search = ({ page }: ConsolePage) => page.getByLabel('Add a product')

/** Types digits and Enter into the focused element, like a scanner. */
export async function scan({ page }: ConsolePage, barcode: string): Promise<void> {
  await page.keyboard.type(barcode)
  await page.keyboard.press('Enter')
}

export const lines = ({ page }: ConsolePage, count: number): Promise<void> =>
  page
    .getByRole('region', { name: 'Lines' })
    .getByText(new RegExp(`^${count} lines?$`))
    .waitFor()

export const focused = ({ page }: ConsolePage): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

/**
 * Waits until the page shows the document as posted. Messages are ignored, since a message can concern the
 * previous document.
 */
export const posted = ({ page }: ConsolePage): Promise<void> =>
  page.getByRole('main').getByText('Posted', { exact: true }).first().waitFor()

/** Returns the record id in the address. */
export const shownId = ({ page }: ConsolePage): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''
