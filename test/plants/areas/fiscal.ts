import type { Plant } from '../plant.ts'

const NOTICED = {
  noticedBy: ['test/fiscal/storm.test.ts'],
  test: 'each sale has one fiscal receipt',
} as const

export const FISCAL: readonly Plant[] = [
  {
    ...NOTICED,
    name: 'fiscal-retry-is-another-receipt',
    mistake: 'a fiscal receipt that is tried again is sent under another id: the provider makes a second one',
    edits: [
      {
        in: 'externalIdOf',
        find: 'attempt === 1 ? clientId : `${clientId}-${attempt}`',
        replace: '`${clientId}-${attempt}-${Math.random()}`',
      },
    ],
  },
  {
    ...NOTICED,
    name: 'fiscal-accepted-is-given-up',
    mistake: 'a fiscal receipt that the provider has accepted is given up when it is not done at once',
    edits: [
      {
        in: 'fiscalise',
        find: 'return poll(record, means)',
        replace:
          "return record.failures > 0 ? saved({ ...record, state: 'Failed' }, means) : poll(record, means)",
      },
    ],
  },
  {
    ...NOTICED,
    name: 'fiscal-unknown-is-done',
    mistake: 'a fiscal receipt of which nothing is known is taken to be made: its sale never gets one',
    edits: [
      {
        in: 'fiscalise',
        find: 'return lookUp(record, receipt, means)',
        replace:
          "return record.state === 'Sending' ? saved({ ...record, state: 'Done' }, means) : lookUp(record, receipt, means)",
      },
    ],
  },
]
