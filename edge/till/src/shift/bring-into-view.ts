/** Ref callback that scrolls a question into view which appeared below the visible part of a dialog. */
export function bringIntoView(question: HTMLElement | null): void {
  question?.scrollIntoView({ block: 'center' })
}
