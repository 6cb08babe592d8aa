import { describe, expect, it } from 'vitest'
import { KeyRing } from './key-ring.ts'

const SECRET = 'a secret of the hub that is long enough'
const OLD = 'a sealing key of last year, long enough'
const NEW = 'a sealing key of this year, long enough'
const PLACE = 'accounts.totpSecret 1'

describe('KeyRing', () => {
  it('opens a sealed value at its place and hides the plain text', () => {
    const ring = new KeyRing(SECRET)
    const sealed = ring.seal('hunter2', PLACE)
    expect(ring.open(sealed, PLACE)).toBe('hunter2')
    expect(sealed).not.toContain('hunter2')
    expect(ring.seal('hunter2', PLACE)).not.toBe(sealed)
  })

  it('refuses to open a value that belongs to another place, or was changed or truncated', () => {
    const ring = new KeyRing(SECRET)
    const sealed = ring.seal('hunter2', PLACE)
    expect(() => ring.open(sealed, 'accounts.totpSecret 2')).toThrow()
    const [version, keyId, nonce, tag = '', text = ''] = sealed.split('.')
    const flipped = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1)
    for (const forged of [
      [version, keyId, nonce, tag, flipped(text)],
      [version, keyId, nonce, flipped(tag), text],
      [version, keyId, nonce, tag.slice(0, 8), text],
      [version, keyId, nonce, tag],
      ['v2', keyId, nonce, tag, text],
    ])
      expect(() => ring.open(forged.join('.'), PLACE)).toThrow()
    expect(() => ring.open('', PLACE)).toThrow()
  })

  it('opens values sealed with any key of the ring and seals with the first key', () => {
    const before = new KeyRing(SECRET).seal('hunter2', PLACE)
    const old = new KeyRing(SECRET, [OLD]).seal('hunter2', PLACE)
    const rotated = new KeyRing(SECRET, [NEW, OLD])
    for (const sealed of [before, old]) expect(rotated.open(sealed, PLACE)).toBe('hunter2')
    const sealed = rotated.seal('hunter2', PLACE)
    expect(sealed.startsWith(rotated.prefix)).toBe(true)
    expect(new KeyRing('another secret that nobody has heard of', [NEW]).open(sealed, PLACE)).toBe('hunter2')
    expect(() => new KeyRing(SECRET, [OLD]).open(sealed, PLACE)).toThrow(/no|key/)
  })
})
