import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

/** Sizes in bytes and SHA-256 hashes in hexadecimal. */
export interface Packed {
  sizeBytes: number
  hash: string
  unpackedSizeBytes: number
  unpackedHash: string
}

const BLOCK_BYTES = 4 * 1024 * 1024

/** Compresses a block. Level 1 compresses nearly as well as the default level 6, in half the time. */
const pack = (block: Uint8Array): Promise<Buffer> => promisify(gzip)(block, { level: constants.Z_BEST_SPEED })

/**
 * Compresses a file into another block by block, with two blocks in parallel. Each block becomes a gzip
 * member, and readers decompress the members as one stream (RFC 1952, section 2.2).
 */
export async function packFile(from: string, to: string): Promise<Packed> {
  await using source = await open(from)
  await using target = await open(to, 'w')
  const hash = createHash('sha256')
  const unpackedHash = createHash('sha256')
  let sizeBytes = 0
  let unpackedSizeBytes = 0
  const write = async (packed: Buffer): Promise<void> => {
    hash.update(packed)
    sizeBytes += packed.length
    await target.writeFile(packed)
  }
  let last: Promise<Buffer> | undefined
  for await (const block of source.createReadStream({ highWaterMark: BLOCK_BYTES, autoClose: false })) {
    const next = pack(block)
    unpackedHash.update(block)
    unpackedSizeBytes += block.length
    if (last) await write(await last)
    last = next
  }
  if (last) await write(await last)
  return { sizeBytes, hash: hash.digest('hex'), unpackedSizeBytes, unpackedHash: unpackedHash.digest('hex') }
}
