import type { WebContents } from 'electron'

/** Prints a page on the default printer without a dialog. Resolves to true when the page was sent to the printer. */
export function printSilently(contents: WebContents): Promise<boolean> {
  return new Promise((resolve) => contents.print({ silent: true }, (success) => resolve(success)))
}
