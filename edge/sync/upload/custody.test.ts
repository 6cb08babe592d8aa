import { expect, it } from 'vitest'
import { LossWatch, noCustody } from './custody.ts'

const held = (highest: number, holes: number[] = []) => ({
  chain: 'chain-1',
  watermark: (holes[0] ?? highest + 1) - 1,
  highest,
  holes,
})

/** Processes the hub's custody reports in order. Returns the items to upload again after each. */
function hear(...says: ReturnType<typeof held>[]) {
  const watch = new LossWatch()
  return says.map((custody) => {
    const loss = watch.find(custody)
    watch.note(custody)
    return loss
  })
}

it('reports a missing number once', () => {
  const [first, second] = hear(held(5, [2, 3]), held(6, [2, 3]))
  expect(first).toEqual({ seqs: [2, 3], above: 5 })
  expect(second?.seqs).toEqual([])
})

it('reports a loss above the highest number once', () => {
  expect(hear(held(5), held(5)).map(({ above }) => above)).toEqual([5, null])
})

it('reports a loss again after it was repaired', () => {
  const losses = hear(held(5, [2]), held(9), held(9, [2]), held(5))
  expect(losses.map(({ seqs }) => seqs)).toEqual([[2], [], [2], []])
  expect(losses.map(({ above }) => above)).toEqual([5, 9, null, 5])
})

it.each([
  ['a lower highest number', [held(4)], true],
  ['a new hole', [held(5, [2])], true],
  ['custody without the chain', [], true],
  ['a lower watermark without listed holes', [{ ...held(5), watermark: 1 }], true],
  ['a hole at the previous highest number', [held(7, [5])], true],
  ['the same custody', [held(5)], false],
  ['a higher highest number', [held(7, [6])], false],
])('decides whether %s is less than before: %s', (_, now, isLess) => {
  const watch = new LossWatch()
  watch.note(held(5))
  expect(watch.isLess(now as ReturnType<typeof held>[])).toBe(isLess)
})

it('treats a known hole as no loss and a new chain as a gain', () => {
  const watch = new LossWatch()
  watch.note(held(5, [3]))
  expect(watch.isLess([held(5, [3])])).toBe(false)
  expect(watch.isLess([held(5, [3, 4])])).toBe(true)
  expect(watch.isLess([held(4, [3])])).toBe(true)
  expect(watch.isLess([held(5), { ...held(1), chain: 'chain-2' }])).toBe(false)
  watch.note({ ...held(2), chain: 'chain-2' })
  expect(watch.isLess([held(5)])).toBe(true)
  expect(watch.isLess([held(5), { ...held(2), chain: 'chain-2' }])).toBe(false)
})

it('treats an unmentioned chain as not held', () => {
  expect(noCustody('chain-1')).toEqual({ chain: 'chain-1', watermark: 0, highest: 0, holes: [] })
})

it('compares each chain only with itself', () => {
  const watch = new LossWatch()
  watch.note(held(5, [2]))
  expect(watch.find({ ...held(5, [2]), chain: 'chain-2' })).toEqual({ seqs: [2], above: 5 })
})

it('returns only the chains that the hub did not request before', () => {
  const watch = new LossWatch()
  const both = ['chain-1', 'chain-2'].map((chain) => ({ code: 'offer_again', chain }))
  watch.noteWanted(both.slice(0, 1))
  expect(
    watch.findWanted([...both, { code: 'offer_again' }, { code: 'new_chain', chain: 'chain-3' }]),
  ).toEqual(['chain-2'])
})

it('reports a requested chain once while the request lasts', () => {
  const watch = new LossWatch()
  const requested = [{ code: 'offer_again', chain: 'chain-1' }, { code: 'dance' }]
  const hear = (directives: typeof requested): string[] => {
    const wanted = watch.findWanted(directives)
    watch.noteWanted(directives)
    return wanted
  }
  expect([requested, requested, [], requested].map(hear)).toEqual([['chain-1'], [], [], ['chain-1']])
})
