import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { HOSTILE_TABLES, ODD_TABLES } from '#test/support/hostile-files.ts'
import type { Random } from '#test/support/random.ts'
import type { FileBody } from './draft.ts'

/** Returns a gray PNG, valid unless `pixels` is given. */
function png(width: number, height: number, pixels?: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const rows = pixels ?? Buffer.alloc((width + 1) * height, 0)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Returns only the header of an extended WebP file (RFC 9649, section 2.7). */
function webp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(30)
  bytes.write('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1')
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  return bytes
}

const HEADER = 'name;code;retailPrice;barcodes'
const HEADER_EXT = 'Группы;Наименование;Код;Цена: Цена продажи'

/** Returns a valid file for the operation. */
export function goodFile(operationPath: string, random: Random): FileBody {
  if (/image|logo/.test(operationPath)) {
    return {
      name: 'photo.png',
      type: 'image/png',
      bytes: png(random.between(1, 300), random.between(1, 300)),
    }
  }
  const number = random.below(1e6)
  const line = (i: number) =>
    operationPath.includes('ext-csv')
      ? `Товары/Еда;Товар ${number} ${i};${number}${i};1 320,00`
      : `Product ${number} ${i};F${number}${i};12.50;`
  const lines = Array.from({ length: random.between(1, 5) }, (_, i) => line(i))
  const text = [operationPath.includes('ext-csv') ? HEADER_EXT : HEADER, ...lines].join('\r\n')
  return { name: 'goods.csv', type: 'text/csv', bytes: Buffer.from(text) }
}

const csv = (text: string): Buffer => Buffer.from(text)

/** Files that are too large or whose content contradicts their type. */
const ODD_FILES: Record<string, () => FileBody['bytes']> = {
  empty: () => Buffer.alloc(0),
  'one byte': () => Buffer.from('x'),
  'a PNG of 64,000,000 by 1 that has no pixels': () => png(64_000_000, 1, Buffer.alloc(10)),
  'a PNG of 1 by 64,000,000 that has no pixels': () => png(1, 64_000_000, Buffer.alloc(10)),
  'a PNG of 8,000 by 8,000': () => png(8000, 8000),
  'a PNG of 2^31-1 by 2^31-1': () => png(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(10)),
  'a PNG of 0 by 0': () => png(0, 0, Buffer.alloc(0)),
  'a PNG cut off': () => png(300, 300).subarray(0, 60),
  'a PNG with a wrong sum': () => Buffer.from(png(30, 30).map((byte, i) => (i === 30 ? byte ^ 255 : byte))),
  'a PNG of 100 MB of zeros': () => png(100, 100, Buffer.alloc(100 * 1024 * 1024)),
  'the beginning of a PNG': () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  'the beginning of a JPEG': () => Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0', 'latin1'),
  'the beginning of a WebP': () => Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'),
  'an SVG with entities': () =>
    csv(
      '<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"><text>&b;</text></svg>',
    ),
  'a GIF': () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
  'a program': () => Buffer.from('MZ\x90\0\x03', 'latin1'),
  'a page': () => csv('<html><script>alert(1)</script></html>'),
  'a zip': () => Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'),
  'a gzip': () => gzipSync(csv(`${HEADER}\nx;1;1;\n`)),
  'more than 5 MB': () => Buffer.alloc(5 * 1024 * 1024 + 1, 'x'),
  NULs: () => Buffer.alloc(10_000),
  'random bytes': () => Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 255)),
  'only a header': () => csv(HEADER),
  'only separators': () => csv(';;;;;;\n;;;;;;\n'),
  'only quotes': () => csv('"'.repeat(9999)),
  'a quote that does not end': () => csv(`${HEADER}\n"x;1;1;\n${'y;2;2;\n'.repeat(1000)}`),
  'ten thousand columns': () =>
    csv(`${Array.from({ length: 10_000 }, (_, i) => `c${i}`).join(';')}\n${'1;'.repeat(10_000)}`),
  'the same column again': () => csv('name;name;name\na;b;c'),
  'a cell of 1 MB': () => csv(`${HEADER}\n${'x'.repeat(1024 * 1024)};1;1;`),
  'a line that is too long': () => csv(`${HEADER}\na;1;1;${';'.repeat(100_000)}`),
  'UTF-16': () => Buffer.from(`\ufeff${HEADER}\nx;1;1;`, 'utf16le'),
  'half a character of UTF-16': () =>
    Buffer.concat([Buffer.from(`\ufeff${HEADER}\nx;1;1;`, 'utf16le'), Buffer.from([0xd8])]),
  'Windows-1251': () => Buffer.from(`${HEADER}\n\xd7\xe0\xe9;1;1;`, 'latin1'),
  'bad UTF-8': () => Buffer.from(`${HEADER}\n\xc3\x28\xed\xa0\x80;1;1;`, 'latin1'),
  'NULs in cells': () => csv(`${HEADER}\na\0b;1;1;`),
  formulas: () => csv(`${HEADER}\n=1+1;@SUM(A1);-1;+7`),
  'extreme numbers': () =>
    csv(`${HEADER}\na;1;1e999;\nb;2;-1;\nc;3;99999999999999999999999;\nd;4;0,0000001;\ne;5;NaN;\nf;6;1.2.3;`),
  'many groups': () => csv(`${HEADER_EXT}\n${'а/'.repeat(5000)};x;1;1`),
  'the same product again': () => csv(`${HEADER}\n${'a;1;1;\n'.repeat(500)}`),
  'six thousand rows': () =>
    csv(`${HEADER}\n${Array.from({ length: 6000 }, (_, i) => `p${i};;1;`).join('\n')}`),
  'carriage returns': () => csv(`${HEADER}\ra;1;1;\rb;2;2;`),
  'a WebP of 16,383 by 16,383': () => webp(16_383, 16_383),
  'a WebP that says nothing true': () => webp(16_384, 1).fill(0xff, 4, 8),
  ...HOSTILE_TABLES,
  ...ODD_TABLES,
  'bytes of direction': () => csv(`${HEADER}\n\u202e\u200b\ufeff;1;1;`),
}

const NAMES: readonly string[] = [
  'photo.png',
  'goods.csv',
  '../../../etc/passwd',
  '',
  '.',
  'CON',
  'a'.repeat(5000),
  'x\0.png',
  '<b>.png',
  'ф😀.jpg',
  '"; filename="b',
]
const TYPES: readonly string[] = [
  'image/png',
  'image/svg+xml',
  'text/html',
  'text/csv',
  'application/octet-stream',
  '',
  'x',
]

/** Cache of invalid files, because a file of a hundred megabytes takes time to create. */
const made = new Map<string, Buffer>()

export function oddFile(random: Random): { what: string; file: FileBody } {
  const what = random.pick(Object.keys(ODD_FILES))
  const bytes = made.get(what) ?? (ODD_FILES[what]?.() as Buffer)
  made.set(what, bytes)
  return { what, file: { name: random.pick(NAMES), type: random.pick(TYPES), bytes } }
}
