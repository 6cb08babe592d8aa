/** Returns the head of a column: a text of the list, or the one named by the column. */
export const headText = (
  t: (key: string) => string,
  texts: string,
  { id, label }: { id: string; label?: string },
): string => t(label ?? `${texts}.${id}`)
