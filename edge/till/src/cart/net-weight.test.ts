import { expect, it } from 'vitest'
import { netWeight, timesWeight } from './net-weight.ts'

it('subtracts the container weight exactly to the gram', () => {
  expect([netWeight(1.25, null), netWeight(1.25, 0.05), netWeight(0.3, 0.1)]).toEqual([1.25, 1.2, 0.2])
  expect([netWeight(0.02, 0.05), netWeight(0.05, 0.05), netWeight(null, 0.05)]).toEqual([-0.03, 0, null])
})

it('multiplies the weight of several pieces exactly', () =>
  expect([timesWeight(0.1, 3), timesWeight(0.385, 10)]).toEqual([0.3, 3.85]))
