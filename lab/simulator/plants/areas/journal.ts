import type { Plant } from '../plant.ts'

export const JOURNAL: readonly Plant[] = [
  {
    name: 'journal-not-synced',
    about: 'outbox',
    mistake:
      'a power cut may undo a sale whose receipt was handed over: the journal syncs as SQLite does by itself',
    edits: [
      { in: 'Journal.constructor', find: "{ synchronous: 'FULL' }", replace: "{ synchronous: 'NORMAL' }" },
    ],
    foundBy: 2,
    steps: 80,
    seenBy: ['receipts shown'],
  },
  {
    name: 'number-kept-in-memory',
    about: 'numbering',
    mistake:
      'the next receipt number is counted in memory, and goes on counting when the sale is rolled back',
    edits: [
      {
        in: 'ChainsWriter.takeReceiptNumber',
        find: "const number = receiptNumber(series, must(this.#takeNumber.get(), 'chain of the journal'))",
        replace: `const kept = this as unknown as Record<string, number>
kept[series] = Math.max(must(this.#takeNumber.get()), (kept[series] ?? 0) + 1)
const number = receiptNumber(series, kept[series])`,
      },
    ],
    emphasis: { 'disk trouble': 4 },
    foundBy: 1,
    steps: 80,
    seenBy: ['series of receipts'],
  },
  {
    name: 'old-series-goes-on',
    about: 'numbering',
    mistake: 'a journal that was put together again goes on in the old series, from number 1',
    edits: [
      { in: 'recoverJournal', find: 'series: randomSeries(device.series)', replace: 'series: device.series' },
    ],
    emphasis: { 'harm journal': 8 },
    foundBy: 5,
    steps: 40,
    seenBy: ['receipt numbers'],
  },
  {
    name: 'fork-not-noticed',
    about: 'numbering',
    mistake: 'two agents that go on with one chain are let go on with it, and nobody is told',
    edits: [
      {
        in: 'followChains',
        find: 'if (forks.length === 0) continue',
        replace: 'if (forks.length >= 0) continue',
      },
      { in: 'noteContact', find: "bootId !== '' && known.bootIds.indexOf(bootId) > 0", replace: 'false' },
    ],
    emphasis: { 'clone disk': 20, 'save disk': 5, 'set disk back': 8 },
    foundBy: 7,
    steps: 40,
    seenBy: ['receipt numbers'],
  },
  {
    name: 'last-by-the-clock',
    about: 'clock',
    mistake: 'the entry that a new one follows is the one with the latest time',
    edits: [
      {
        in: 'EntriesWriter.constructor',
        find: 'ORDER BY e.seq DESC',
        replace: 'ORDER BY e.recorded_at DESC',
      },
    ],
    emphasis: { clock: 4 },
    foundBy: 1,
    steps: 25,
    seenBy: [],
  },
]
