import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { findShortfall, HighWater } from '#edge/journal/recovery/high-water.ts'
import { newId } from '#shared/std/ids.ts'
import { CHAIN, openTestJournal, type TestJournal } from '../support/test-journal.ts'

let test: TestJournal
let folder: string
beforeEach(() => {
  test = openTestJournal()
  folder = dirname(test.path)
  test.begin()
})

const markPath = () => `${folder}/high-water.json`
const shortfall = (chains = [CHAIN]) => findShortfall(folder, test.journal, chains)

function open(): HighWater {
  const mark = new HighWater(folder, test.journal)
  let isOpen = true
  const close = mark.close.bind(mark)
  mark.close = () => {
    if (isOpen) close()
    isOpen = false
  }
  onTestFinished(() => mark.close())
  return mark
}

/** Writes a mark for an entry number of a chain. */
function markAt(seq: number, chain = CHAIN.id): void {
  writeFileSync(markPath(), `${JSON.stringify({ chain, seq }).padEnd(127)}\n`)
}

describe('the high-water mark of the journal', () => {
  it('records the last entry, once for all entries of one event loop turn', async () => {
    const mark = open()
    test.sell()
    mark.note()
    test.sell()
    mark.note()
    expect(readFileSync(markPath(), 'utf8')).toBe('')
    await setImmediate()
    expect(JSON.parse(readFileSync(markPath(), 'utf8'))).toEqual({ chain: CHAIN.id, seq: 2 })
    test.sell()
    mark.note()
    await setImmediate()
    expect(JSON.parse(readFileSync(markPath(), 'utf8'))).toEqual({ chain: CHAIN.id, seq: 3 })
    expect(statSync(markPath())).toMatchObject({ size: 128, mode: 0o100600 })
  })

  it('writes a pending mark when closed, and nothing afterwards', async () => {
    const mark = open()
    test.sell()
    mark.note()
    mark.close()
    expect(JSON.parse(readFileSync(markPath(), 'utf8'))).toEqual({ chain: CHAIN.id, seq: 1 })
    rmSync(markPath())
    const second = open()
    second.close()
    expect(readFileSync(markPath(), 'utf8')).toBe('')
    second.note()
    await setImmediate()
    expect(readFileSync(markPath(), 'utf8')).toBe('')
  })

  it('records the id and the last entry of the current chain', async () => {
    const mark = open()
    test.sell()
    const next = newId()
    test.begin({ id: next, series: 'K8', reason: 'fork' })
    mark.note()
    await setImmediate()
    expect(JSON.parse(readFileSync(markPath(), 'utf8'))).toEqual({ chain: next, seq: 0 })
  })
})

describe('a journal checked against its mark', () => {
  it('reports nothing when the journal ends at or after the mark', () => {
    test.sell()
    expect(shortfall()).toBeNull()
    for (const seq of [0, 1]) {
      markAt(seq)
      expect(shortfall()).toBeNull()
    }
  })

  it('reports missing entries when the journal ends before the mark', () => {
    test.sell()
    markAt(3)
    expect(shortfall()).toBe('it ends at entry 1 and had come to 3')
  })

  it('reports a chain of this till that is missing from the journal', () => {
    expect(shortfall([CHAIN, { id: newId(), series: 'K9', reason: 'fork' }])).toBe(
      'it does not have the receipts K9 of this till',
    )
  })

  it('ignores the high-water mark of another chain', () => {
    markAt(3, newId())
    expect(shortfall()).toBeNull()
  })

  it.each([
    ['is not JSON', 'x'.repeat(128)],
    ['has no number', JSON.stringify({ chain: CHAIN.id })],
    ['has a fractional number', JSON.stringify({ chain: CHAIN.id, seq: 3.5 })],
  ])('ignores a high-water mark that %s', (_, text) => {
    writeFileSync(markPath(), text)
    expect(shortfall()).toBeNull()
  })

  it('reads a mark that is followed by damaged bytes', () => {
    markAt(3)
    writeFileSync(markPath(), `${readFileSync(markPath(), 'utf8')}\u0000rest`)
    expect(shortfall()).toBe('it ends at entry 0 and had come to 3')
  })
})
