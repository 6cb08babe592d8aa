/** As a ref: what comes up in a form is seen, wherever its reader has scrolled to. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
