import { randomInt } from 'node:crypto'

const LETTERS = 3

/**
 * Returns a receipt series beside the one that a device was enrolled with, such as K7qhx. Its letters are
 * random: after a restore, or with two copies of one disk, a counter would start the same series twice.
 */
export function randomSeries(enrolled: string): string {
  return enrolled + Array.from({ length: LETTERS }, letter).join('')
}

const letter = (): string => String.fromCharCode('a'.charCodeAt(0) + randomInt(26))
