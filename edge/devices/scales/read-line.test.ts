import { expect, it } from 'vitest'
import { readLine } from './read-line.ts'

it.each([
  ['ST,GS,+  1.250kg', 'stable', 1250],
  ['ST,NT,+00000.055kg', 'stable', 55],
  ['US,GS,+  1.250kg', 'moving', 1250],
  ['ST,+00012.5  g', 'stable', 13],
  ['ST,GS,   0.000kg\r', 'stable', 0],
  ['S S      1.250 kg', 'stable', 1250],
  ['S D     12.005 kg', 'moving', 12_005],
  ['S S       250 g', 'stable', 250],
  ['OL,GS,+99999kg', 'overload', null],
  ['OL', 'overload', null],
  ['S +', 'overload', null],
  ['S -', 'overload', null],
  ['ST,GS,-  0.010kg', 'overload', null],
])('reads %s', (line, state, weight) => {
  expect(readLine(line)).toEqual({ state, weight })
})

it('rejects lines in any other format', () => {
  const lines = ['', 'ST', 'ST,GS,', 'hello', 'S S kg', 'ST,GS,+1.2.3kg', 'ST,GS,+1.250lb', 'XX,GS,+1.250kg']
  expect(lines.map(readLine)).toEqual(lines.map(() => null))
})
