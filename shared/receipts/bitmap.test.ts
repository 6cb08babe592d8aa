import { expect, it } from 'vitest'
import { readBitmap, writeBitmap } from './bitmap.ts'

const rows = Uint8Array.of(0b1010_0000, 0x80, 0xff, 0x00)

it('reads back a bitmap that it wrote', () => {
  expect(readBitmap(writeBitmap(9, 2, rows))).toEqual({
    width: 9,
    height: 2,
    dots: Buffer.from(rows).toString('base64'),
  })
})

it.each([
  ['an empty file', new Uint8Array()],
  ['a PNG image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['a truncated bitmap', writeBitmap(9, 2, rows.subarray(1))],
  ['a bitmap with an extra byte at the end', writeBitmap(9, 2, Uint8Array.of(...rows, 0))],
  ['a bitmap without rows', Buffer.from('P4\n9 0\n')],
  ['a bitmap wider than any paper', writeBitmap(2008, 1, new Uint8Array(251))],
])('refuses to read %s', (_, file) => {
  expect(readBitmap(file)).toBeNull()
})
