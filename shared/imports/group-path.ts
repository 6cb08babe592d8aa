/** Returns the names from the top down; empty ones are left out (docs/domain.md#import-groups). */
export function groupPath(cell: string): string[] {
  return cell
    .split(/[/>\\]/)
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '')
}

/** Returns a key that ignores letter case and kinds of spaces: `Одежда / Платья` becomes `одежда/платья`. */
export const pathKey = (path: readonly string[]): string => path.join('/').toLowerCase()

/** Returns the first word, by which similar names are found; digits and signs are no word. */
export function firstWord(name: string): string | null {
  return /^\p{L}{3,}/u.exec(name.trim().toLowerCase())?.[0] ?? null
}
