import { cpSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Random } from '#test/support/random.ts'

/** The folder as it stands at this instant. What only lives in memory (-shm) or tells of a running process stays behind. */
export function copyFolder(from: string, to: string): void {
  const stays = /(-shm|agent\.pid|agent\.lock.*)$/
  cpSync(from, to, { recursive: true, filter: (path) => !stays.test(path) })
}

const FULL = 2
const WAL_HEADER = 32
const FRAME_HEADER = 24

/**
 * What a power cut does to `copy`, which was made of `folder` at that instant: of a file that is not synced at each
 * commit, any part of the log that came after the last checkpoint may be missing, and behind the end of any log there
 * may be torn pages (docs/faults.md F8). `syncs` has the setting of each database file that is being written.
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
  // Of the index in shared memory (https://sqlite.org/walformat.html): the last frame, and how many are checkpointed.
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

/** Overwrites a run of bytes in the middle of a file. */
export function damage(path: string, random: Random): string {
  const content = readFileSync(path)
  const start = random.below(Math.max(1, content.length - 1))
  const length = Math.min(random.spread(1, 4096), content.length - start)
  for (let i = start; i < start + length; i++) content[i] = random.below(256)
  writeFileSync(path, content)
  return `${basename(path)}: ${length} bytes at ${start}`
}
