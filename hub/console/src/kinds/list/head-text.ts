/** Returns the header of a column: the text named by the column, or else a text of the list. */
export const headText = (
  t: (key: string) => string,
  texts: string,
  { id, label }: { id: string; label?: string },
): string => t(label ?? `${texts}.${id}`)
