/** Returns the group names in a cell, from the top down, without empty ones (docs/domain.md#import-groups). */
export function groupPath(cell: string): string[] {
  return cell
    .split(/[/>\\]/)
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '')
}

/**
 * Returns a key for comparing paths without regard to letter case: `['Одежда', 'Платья']` becomes
 * `одежда/платья`.
 */
export const pathKey = (path: readonly string[]): string => path.join('/').toLowerCase()

/**
 * Returns the lowercase first word, used to find similar names. Returns null when the name does not begin
 * with at least three letters.
 */
export function firstWord(name: string): string | null {
  return /^\p{L}{3,}/u.exec(name.trim().toLowerCase())?.[0] ?? null
}
