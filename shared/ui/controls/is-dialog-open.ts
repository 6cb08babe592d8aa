/** Returns the topmost dialog; null: none is open. */
export const openDialog = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? null

/** True while a dialog covers the page and receives the keys. */
export const isDialogOpen = (): boolean => openDialog() !== null
