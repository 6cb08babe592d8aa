import { describe, expect, it } from 'vitest'
import { classify, evenness } from './classify.ts'

const items = (...metrics: number[]) => metrics.map((metric, i) => ({ id: `${i}`, name: `P${i}`, metric }))
const classes = (metrics: number[], a = 80, b = 95) =>
  classify(items(...metrics), { a, b })
    .rows.map((row) => row.class)
    .join('')

describe('classify', () => {
  it.each([
    ['by what comes before', [50, 30, 15, 5], 'AABC'],
    ['the largest as A, also when it is more than all of A alone', [97, 2, 1], 'ACC'],
    ['what begins at a threshold as the next class', [80, 15, 5], 'ABC'],
    ['what begins just below it as the class before', [79, 16, 5], 'AAC'],
    ['what is 0 or less as C', [100, 0, -50], 'ACC'],
    ['nothing above 0 as C', [0, -1], 'CC'],
  ])('takes %s', (_, metrics, expected) => {
    expect(classes(metrics)).toBe(expected)
  })

  it('goes by other thresholds', () => {
    expect(classes([50, 30, 15, 5], 50, 80)).toBe('ABCC')
  })

  it('orders equal ones by name, then by id, and adds up what is above 0 alone', () => {
    const { rows, total } = classify(
      [
        { id: '3', name: 'Tea', metric: 5 },
        { id: '2', name: 'Tea', metric: 5 },
        { id: '1', name: 'Bread', metric: 5 },
        { id: '4', name: 'Milk', metric: -7 },
      ],
      { a: 80, b: 95 },
    )
    expect(rows.map(({ id, upTo }) => [id, upTo])).toEqual([
      ['1', 5],
      ['2', 10],
      ['3', 15],
      ['4', 15],
    ])
    expect(total).toBe(15)
  })
})

describe('evenness', () => {
  it.each([
    ['X', [100, 100, 100], 0],
    ['X', [90, 110], 10],
    ['Y', [75, 125], 25],
    ['Z', [74, 126], 26],
    ['Z', [0, 0, 9], 141.42],
  ])('is %s of %j', (xyz, weeks, variation) => {
    expect(evenness(weeks)).toEqual({ xyz, variation })
  })

  it('is Z where nothing is left of what was sold, and nothing of one week', () => {
    expect(evenness([5, -5])).toEqual({ xyz: 'Z', variation: null })
    expect(evenness([5])).toBeNull()
  })
})
