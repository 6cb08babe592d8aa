/** What stands at the head of a column: a text of the list, or the one that it names. */
export const headText = (
  t: (key: string) => string,
  texts: string,
  { id, label }: { id: string; label?: string },
): string => t(label ?? `${texts}.${id}`)
