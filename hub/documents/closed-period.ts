import type { Settings } from './settings.ts'

/**
 * True when the books are closed at this time, which is until the end of the day `closedUntil`
 * (docs/domain.md#closed-period).
 */
export function isClosed({ openFrom }: Pick<Settings, 'openFrom'>, moment: Date): boolean {
  return openFrom !== null && moment < openFrom
}
