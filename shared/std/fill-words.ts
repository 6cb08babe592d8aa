/** Replaces each `{name}` in the text by its value; a missing value becomes empty. */
export const fillWords = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
