/** Scrolls to a question that has appeared below the visible part of a dialog; used as a ref. */
export function bringIntoView(question: HTMLElement | null): void {
  question?.scrollIntoView({ block: 'center' })
}
