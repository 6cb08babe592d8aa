import { expect, it } from 'vitest'
import { readRange } from './byte-range.ts'

it.each([
  [undefined, null],
  ['', null],
  ['bytes=0-', { start: 0, end: 999 }],
  ['Bytes=10-19', { start: 10, end: 19 }],
  ['bytes=990-5000', { start: 990, end: 999 }],
  ['bytes=-10', { start: 990, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['lines=0-1', null],
])('parses for a file of 1000 bytes the header %s as %j', (header, range) => {
  expect(readRange(header, 1000)).toEqual(range)
})
