import { expect, it } from 'vitest'
import type { UploadItem } from '#shared/sync/upload.ts'
import { entryHash, findBreak } from './chain.ts'

function chainOf(...bodies: string[]): UploadItem[] {
  const entries: UploadItem[] = []
  for (const [index, body] of bodies.entries()) {
    const entry = {
      seq: index + 1,
      id: `id-${index + 1}`,
      type: 'sale',
      body,
      prevHash: entries.at(-1)?.hash ?? '',
    }
    entries.push({ ...entry, hash: entryHash(entry) })
  }
  return entries
}

it('accepts an unchanged chain, and its part from the second entry on', () => {
  expect(findBreak(chainOf('a', 'b', 'c'))).toBeNull()
  expect(findBreak(chainOf('a', 'b', 'c').slice(1))).toBeNull()
})

it('detects a changed body', () => {
  const entries = chainOf('a', 'b', 'c').map((entry) => (entry.seq === 2 ? { ...entry, body: 'B' } : entry))
  expect(findBreak(entries)).toBe(2)
})

it('detects a changed entry with a matching hash at the next entry', () => {
  const entries = chainOf('a', 'b', 'c')
  const changed = { ...entries[1], body: 'B' } as UploadItem
  entries[1] = { ...changed, hash: entryHash(changed) }
  expect(findBreak(entries)).toBe(3)
})

it('detects a removed entry', () => {
  expect(findBreak(chainOf('a', 'b', 'c').filter(({ seq }) => seq !== 2))).toBe(2)
})

it('detects swapped entries', () => {
  const [a, b, c] = chainOf('a', 'b', 'c') as [UploadItem, UploadItem, UploadItem]
  expect(findBreak([b, a, c])).toBe(3)
})
