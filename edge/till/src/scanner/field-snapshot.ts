type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Saves the content of fields at the start of each part of a code, and restores it if the code came from a
 * scanner.
 */
export class FieldSnapshots {
  #parts: Map<Field, string>[] = []

  /** Saves the focused field, because a part begins or the focus has moved within it. */
  take(isBeginning: boolean): void {
    const field = document.activeElement
    if (isBeginning || this.#parts.length === 0) this.#parts.push(new Map())
    if (isTextField(field) && !this.#parts.at(-1)?.has(field)) this.#parts.at(-1)?.set(field, field.value)
  }

  clear(): void {
    this.#parts = []
  }

  /**
   * Returns a function that restores the fields to their content after the first `droppedParts` parts. Fields
   * that have changed since then are not restored.
   */
  restorer(droppedParts: number): () => void {
    const before = new Map<Field, string>()
    for (const part of this.#parts.slice(droppedParts))
      for (const [field, value] of part) if (!before.has(field)) before.set(field, value)
    const changes = [...before].map(([field, value]) => ({ field, value, typed: field.value }))
    return () => {
      for (const { field, value, typed } of changes)
        if (field.isConnected && field.value === typed && typed !== value) setFieldValue(field, value)
    }
  }
}

export const isTextField = (element: Element | null): element is Field =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !/^(?:button|checkbox|radio|reset|submit)$/.test(element.type))

/** Sets the value of a field. React overrides the field's own setter, so this calls the setter of the prototype. */
export function setFieldValue(field: Field, value: string): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
