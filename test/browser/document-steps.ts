import type { ConsolePage } from './console.ts'

/** What a clerk does at the page of a document. */

/** Takes an option of a field of the header; the option is found by a part of its name. */
export async function choose({ page }: ConsolePage, field: string, option: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

export const search = ({ page }: ConsolePage) => page.getByLabel('Add a product')

/** As a scanner does: figures and Enter, to what has the focus. */
export async function scan({ page }: ConsolePage, barcode: string): Promise<void> {
  await page.keyboard.type(barcode)
  await page.keyboard.press('Enter')
}

/** Waits until there are as many. */
export const lines = ({ page }: ConsolePage, count: number): Promise<void> =>
  page
    .getByRole('region', { name: 'Lines' })
    .getByText(new RegExp(`^${count} lines?$`))
    .waitFor()

/** The label of what has the focus. */
export const focused = ({ page }: ConsolePage): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

/** Waits until the document is posted: until its page says so, and not the message about the one before. */
export const posted = ({ page }: ConsolePage): Promise<void> =>
  page.getByRole('main').getByText('Posted', { exact: true }).first().waitFor()

/** The id of what the address shows. */
export const shownId = ({ page }: ConsolePage): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''
