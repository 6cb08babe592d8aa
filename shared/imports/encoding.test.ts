import { describe, expect, it } from 'vitest'
import { decode, findEncoding, hasLostLetters } from './encoding.ts'

async function* inPieces(bytes: number[], size = 1): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield Uint8Array.from(bytes.slice(from, from + size))
}
async function textOf(bytes: number[], size?: number): Promise<string> {
  const encoding = await findEncoding(inPieces(bytes, size ?? 64))
  let text = ''
  for await (const piece of decode(inPieces(bytes, size), encoding)) text += piece
  return `${encoding}: ${text}`
}
const utf8 = (text: string) => [...new TextEncoder().encode(text)]
const utf16 = (text: string): number[] => [...Buffer.from(text, 'utf16le')]
const swapped = (bytes: number[]): number[] => [...Buffer.from(bytes).swap16()]

describe('file encodings', () => {
  it.each([
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, ...utf8('Код')], 'utf-8: Код'],
    ['UTF-8 without a byte order mark', utf8('Код; ₸ қазақ'), 'utf-8: Код; ₸ қазақ'],
    ['plain ASCII', utf8('Name;Code'), 'utf-8: Name;Code'],
    ['Windows-1251', [0xca, 0xee, 0xe4, 0x3b, 0xa8, 0xb8, 0xb9, 0xa0], 'windows-1251: Код;Ёё№\u00a0'],
    ['big-endian UTF-16 with a byte order mark', [0xfe, 0xff, 0x04, 0x1a, 0x04, 0x3e], 'utf-16be: Ко'],
    ['UTF-16 without a byte order mark', utf16('Код;Имя\r\n1;ₓ'), 'utf-16le: Код;Имя\r\n1;ₓ'],
    ['big-endian UTF-16 without a byte order mark', swapped(utf16('Name;Қазақ\n')), 'utf-16be: Name;Қазақ\n'],
    ['UTF-8 with a NUL', [...utf8('Код;Name'), 0], 'utf-8: Код;Name\0'],
    ['UTF-16 with a byte order mark', [0xff, 0xfe, 0x1a, 0x04, 0x3e, 0x04], 'utf-16le: Ко'],
    ['truncated UTF-8', [...utf8('Код'), 0xd0], 'windows-1251: РљРѕРґР'],
    ['one letter in Windows-1251', [0xca], 'windows-1251: К'],
    ['two letters in Windows-1251', [0xca, 0xee], 'windows-1251: Ко'],
    ['two letters in ASCII', utf8('ab'), 'utf-8: ab'],
    ['one letter in UTF-8', utf8('К'), 'utf-8: К'],
    ['the first byte of a UTF-16 byte order mark', [0xff, 0x41, 0x42], 'windows-1251: яAB'],
    ['the second byte of a UTF-16 byte order mark', [0x41, 0xfe, 0x42], 'windows-1251: AюB'],
    ['a truncated UTF-8 byte order mark', [0xef, 0xbb, 0x41], 'windows-1251: п»A'],
    ['a UTF-8 byte order mark with a wrong first byte', [0x41, 0xbb, 0xbf], 'windows-1251: A»ї'],
    ['an empty file', [], 'utf-8: '],
  ])('detects the encoding of %s and decodes the text', async (_, bytes, text) => {
    expect(await textOf(bytes)).toBe(text)
    // Pieces of one byte split letters.
    expect(await textOf(bytes, 1)).toBe(text)
  })
})

it('decodes a truncated last letter as U+FFFD', async () => {
  let text = ''
  for await (const piece of decode(inPieces([...utf8('К'), 0xd0]), 'utf-8')) text += piece
  expect(text).toBe('К\ufffd')
})

it.each([
  ['Н?рсул?ан', true],
  ['А??ай', true],
  ['Кефир ?аза?ша', true],
  ['Что это?', false],
  ['Где? Там', false],
  ['50?60', false],
])('checks %s for letters replaced by question marks: %s', (text, isSo) => {
  expect(hasLostLetters(text)).toBe(isSo)
})
