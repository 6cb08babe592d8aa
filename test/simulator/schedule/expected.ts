import type { Expectation } from './deeds.ts'

/** What of it comes to nothing is a finding, or was prevented; one in ten may be lost between the two. */
const SURE = 0.9
/** All of it takes effect: it is done by the simulator itself. */
const ALWAYS = 1
/** A message may be under way when its schedule ends, and the hub may be down when it arrives. */
const LIKELY = 0.3

const sure = (within: number): Expectation => ({ within, share: SURE })
const always = (within: number): Expectation => ({ within, share: ALWAYS })
const likely = (within: number): Expectation => ({ within, share: LIKELY })

/** Of every kind of deed that there is: `within` is about fifteen times as many steps as it takes on average. */
export const EXPECTED: Readonly<Record<string, Expectation>> = {
  'sign in': sure(2000),
  'sign out': sure(2000),
  'add line: by product': sure(400),
  'add line: by code': sure(400),
  'change line: quantity': sure(800),
  'change line: price': sure(4000),
  'change line: remove': sure(4000),
  'discount: cart': sure(4000),
  'discount: line': sure(4000),
  pay: sure(400),
  'pay: asked again': sure(8000),
  'return: of a receipt': sure(800),
  'return: without a receipt': sure(3000),
  park: sure(4000),
  resume: sure(4000),
  print: sure(2000),
  'shift: open': sure(1000),
  'shift: cash in': sure(3000),
  'shift: cash out': sure(5000),
  'shift: look': sure(4000),
  'shift: close': sure(1500),

  'edit product: price': sure(1200),
  'edit product: name': sure(2400),
  'edit product: barcode': sure(4000),
  'edit product: archive': sure(4000),
  'edit product: group': sure(4000),
  'edit product: due prices': sure(4000),
  'edit product: delete': sure(16_000),
  'create product': sure(2400),
  'edit point: priceTypeId': sure(5000),
  'edit point: storeId': sure(6000),
  'edit point: receiptFooter': sure(6000),
  'edit point: controlStock': sure(6000),
  'edit point: onlyInStock': sure(10_000),
  'edit group': sure(5000),
  'begin long': sure(1500),
  'end long: COMMIT': sure(2000),
  'end long: ROLLBACK': sure(6000),

  'weather: fine': sure(800),
  'weather: bad': sure(2000),
  'weather: cut': sure(4000),
  'weather: dead': sure(6000),
  'weather: portal': sure(10_000),
  'weather: proxy down': sure(10_000),
  'line: request lost': likely(3000),
  'line: request swallowed': likely(6000),
  'line: request late': likely(4000),
  'line: answer lost': likely(1000),
  'line: answer swallowed': likely(4000),
  'line: answer late': likely(5000),
  'line: answer cut': likely(1000),
  'line: answer ends early': likely(1500),
  'line: answer stalls': likely(5000),
  'line: answer has a hole': likely(3000),
  'line: delivered twice': likely(2500),
  'line: delivered at once to two': likely(1000),
  'line: bad gateway': likely(3000),

  'plan death: crash': sure(1200),
  'plan death: power': sure(1500),
  'disk trouble': sure(2000),
  clock: sure(3000),
  stop: always(6000),
  kill: always(4000),
  restart: sure(500),
  'harm replica: damage': sure(5000),
  'harm replica: delete': always(10_000),
  'plan hub death': sure(2000),
  'start hub': sure(1500),
  'stop hub': always(6000),
  'cut database': sure(5000),
  'back up hub': always(6000),
  'restore hub': always(8000),
  'long pass': always(2000),

  'save disk': always(8000),
  'set disk back': always(16_000),
  'clone disk': always(40_000),
  'harm journal: damage': sure(16_000),
  'harm journal: lose': always(24_000),
  revoke: always(24_000),
  'archive: begin': always(8000),
  'archive: end': always(8000),
}
