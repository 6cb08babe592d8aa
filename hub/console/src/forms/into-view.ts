/** A ref that scrolls its element into view: what comes up in a form is seen, wherever its reader is. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
