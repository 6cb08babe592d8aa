/** Returns the topmost dialog, or null when none is open. */
export const openDialog = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? null

/** True while a dialog covers the page and receives the keyboard input. */
export const isDialogOpen = (): boolean => openDialog() !== null
