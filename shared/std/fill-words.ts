/** Replaces each `{name}` in the text with its value, or with an empty text when there is no value. */
export const fillWords = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
