/** A dialog lies over the page: the keys belong to it. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null
