/** Ref callback that scrolls a question into view when it appears below the visible part of a dialog. */
export function bringIntoView(question: HTMLElement | null): void {
  question?.scrollIntoView({ block: 'center' })
}
