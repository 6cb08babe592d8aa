/** Ref callback that scrolls its element into view, so that a message in a form is seen. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
