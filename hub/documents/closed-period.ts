import type { Settings } from './settings.ts'

/**
 * True when the books of a moment are closed: up to the end of the day `closedUntil`
 * (docs/domain.md#closed-period).
 */
export function isClosed({ openFrom }: Pick<Settings, 'openFrom'>, moment: Date): boolean {
  return openFrom !== null && moment < openFrom
}
