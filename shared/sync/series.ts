import { randomInt } from 'node:crypto'

const LETTERS = 3

/**
 * Returns an additional receipt series for a device, such as K7qhx for the enrolled series K7. The letters
 * are random, because a counter would use the same series twice after a restore or with two copies of one
 * disk.
 */
export function randomSeries(enrolled: string): string {
  return enrolled + Array.from({ length: LETTERS }, letter).join('')
}

const letter = (): string => String.fromCharCode('a'.charCodeAt(0) + randomInt(26))
