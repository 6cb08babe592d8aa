import { expect, it } from 'vitest'
import { Counters } from './counters.ts'

it('counts uploads by outcome, download bytes and lines, replica damages, and stuck workers and refusals by direction', () => {
  const counters = new Counters()
  const ack = (result: 'accepted' | 'duplicate') => ({ position: 1, result, reasons: [] })
  counters.uploaded([ack('accepted'), ack('accepted'), ack('duplicate')])
  counters.uploaded([ack('accepted')])
  counters.received(100, 2)
  counters.received(10, 1)
  counters.noteDamage()
  counters.noteStuck('upload')
  counters.noteStuck('upload')
  counters.noteStuck('download')
  counters.noteRefusal('upload')
  counters.noteRefusal('upload')
  expect(counters).toMatchObject({ downloadBytes: 110, downloadLines: 3, replicaDamages: 1 })
  expect([Object.fromEntries(counters.uploads), counters.stuck, counters.refusals.upload]).toEqual([
    { accepted: 3, duplicate: 1 },
    { upload: 2, download: 1 },
    2,
  ])
})
