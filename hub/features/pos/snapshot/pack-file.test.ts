import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { packFile } from './pack-file.ts'

const MEGABYTE = 1024 * 1024

async function pack(bytes: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'pack-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [from, to] = [join(folder, 'file'), join(folder, 'packed')]
  writeFileSync(from, bytes)
  const about = await packFile(from, to)
  return { about, packed: readFileSync(to) }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

it.each([1, 4 * MEGABYTE, 9 * MEGABYTE + 1])(
  'compresses %i bytes and reports the sizes and hashes',
  async (size) => {
    const half = size >> 1
    const bytes = Buffer.concat([randomBytes(size - half), Buffer.alloc(half, 'a')])
    const { about, packed } = await pack(bytes)
    expect(about).toEqual({
      sizeBytes: packed.length,
      hash: sha256(packed),
      unpackedSizeBytes: size,
      unpackedHash: sha256(bytes),
    })
    expect(gunzipSync(packed).equals(bytes)).toBe(true)
  },
)

it('writes a file that decompresses correctly when split at any position, even between two gzip members', async () => {
  const bytes = Buffer.alloc(9 * MEGABYTE, 'counterfoil')
  const { packed } = await pack(bytes)
  const second = packed.indexOf(packed.subarray(0, 4), 1)
  expect(second).toBeGreaterThan(0)
  for (const cut of [second - 1, second, second + 1]) {
    const pieces = Readable.from([packed.subarray(0, cut), packed.subarray(cut)])
    expect((await buffer(pieces.pipe(createGunzip()))).equals(bytes)).toBe(true)
  }
})
