import { cpSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Random } from '#test/support/random.ts'

/**
 * Copies the folder in its current state, without files that exist only in memory (-shm) or describe a
 * running process.
 */
export function copyFolder(from: string, to: string): void {
  const stays = /(-shm|agent\.pid|agent\.lock.*)$/
  cpSync(from, to, { recursive: true, filter: (path) => !stays.test(path) })
}

const FULL = 2
const WAL_HEADER = 32
const FRAME_HEADER = 24

/**
 * Applies a power failure to `copy`, made from `folder` at that time. If a file is not synced at each commit,
 * any part of its log after the last checkpoint can be lost, and torn pages can follow the end of any log
 * (docs/faults.md F8). `syncs` has the setting of each database file being written.
 */
export function cutPower(
  folder: string,
  copy: string,
  syncs: ReadonlyMap<string, number>,
  random: Random,
): void {
  for (const name of readdirSync(copy)) {
    if (!name.endsWith('-wal')) continue
    const path = join(copy, name)
    const setting = syncs.get(join(folder, name.slice(0, -'-wal'.length))) ?? 0
    if (setting < FULL) loseEnd(path, join(folder, name.replace(/-wal$/, '-shm')), random)
    if (random.chance(0.5)) tearEnd(path, random)
  }
}

function loseEnd(wal: string, index: string, random: Random): void {
  const size = statSync(wal).size
  if (size < WAL_HEADER || !existsSync(index)) return
  // Values of the WAL index in shared memory (https://sqlite.org/walformat.html): the last frame, and the
  // number of checkpointed frames.
  const header = readFileSync(index)
  const frameSize = FRAME_HEADER + readFileSync(wal).readUInt32BE(8)
  const last = header.readUInt32LE(16)
  const checkpointed = Math.min(header.readUInt32LE(96), last)
  const kept = random.between(checkpointed, last)
  truncateSync(wal, Math.min(size, WAL_HEADER + kept * frameSize))
}

function tearEnd(path: string, random: Random): void {
  const content = readFileSync(path)
  const torn = Buffer.from(Array.from({ length: random.between(1, 5000) }, () => random.below(256)))
  writeFileSync(path, Buffer.concat([content, torn]))
}

/** Overwrites a random range of bytes in a file. */
export function damage(path: string, random: Random): string {
  const content = readFileSync(path)
  const start = random.below(Math.max(1, content.length - 1))
  const length = Math.min(random.spread(1, 4096), content.length - start)
  for (let i = start; i < start + length; i++) content[i] = random.below(256)
  writeFileSync(path, content)
  return `${basename(path)}: ${length} bytes at ${start}`
}
