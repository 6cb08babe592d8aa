import type { Device } from './device.ts'

/**
 * The receipt series of a chain that a device begins by itself, without asking anybody: the one it was given and small
 * letters (K7b to K7z, K7ba ...), which the hub never gives out.
 */
export function nextOwnSeries({ series, chains }: Pick<Device, 'series' | 'chains'>): string {
  const used = chains.map((chain) => chain.series)
  for (let n = 1; ; n++) {
    const candidate = series + lettersOf(n)
    if (!used.includes(candidate)) return candidate
  }
}

/** In base 26 with the letters for digits: 1 is b, 25 is z, 26 is ba. */
function lettersOf(n: number): string {
  const rest = Math.floor(n / 26)
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode('a'.charCodeAt(0) + (n % 26))
}
