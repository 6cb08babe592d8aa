type Field = HTMLInputElement | HTMLTextAreaElement

export interface FieldSnapshot {
  restore(): void
}

/** What the focused field holds now, to put it back when the first characters turn out to be a scanner's. */
export function snapshotFocusedField(): FieldSnapshot | null {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null
  const value = field.value
  return {
    restore: () => {
      if (field.isConnected && field.value !== value) setFieldValue(field, value)
    },
  }
}

/** React listens to the field's own setter, so the value goes in through that of the prototype. */
export function setFieldValue(field: Field, value: string): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
