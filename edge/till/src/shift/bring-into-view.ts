/** Shows a question that has come up below what can be seen of a dialog; as a ref. */
export function bringIntoView(question: HTMLElement | null): void {
  question?.scrollIntoView({ block: 'center' })
}
