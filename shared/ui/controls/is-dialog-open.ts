/** The dialog on top of the page; null: none is open. */
export const openDialog = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? null

/** A dialog lies over the page: the keys belong to it. */
export const isDialogOpen = (): boolean => openDialog() !== null
