import { describe, expect, it } from 'vitest'
import { FLAGS } from './catalogue.ts'
import { type FlagSentence, flag, kindsOf, sentenceOf } from './flag.ts'

const KINDS = ['money', 'quantity', 'percent', 'number', 'time', 'tender', 'text']
const sentences = Object.keys(FLAGS) as FlagSentence[]

describe('flag', () => {
  it('inserts the values into the English detail and also returns them separately', () => {
    expect(flag('price_differs', { price: 90, catalogPrice: 100.5 })).toEqual({
      code: 'price_differs',
      detail: 'Sold at 90, the catalog says 100.5',
      values: { price: 90, catalogPrice: 100.5 },
    })
  })

  it('adds the case of a code with several sentences to the values', () => {
    expect(flag('missing.several', { first: 2, last: 4 })).toEqual({
      code: 'missing',
      detail: 'Numbers 2 to 4 have not come',
      values: { case: 'several', first: 2, last: 4 },
    })
  })

  it('inserts a value unchanged even when it looks like a placeholder', () => {
    const odd = '{cashier:text} $& {{soldAt}}'
    expect(flag('cashier_unknown', { cashier: odd }).detail).toBe(`The cashier was ${odd}`)
  })

  it.each(sentences)(
    'uses only known value kinds in the sentence %s and finds it again by code and case',
    (sentence) => {
      expect([...kindsOf(sentence).values()].filter((kind) => !KINDS.includes(kind))).toEqual([])
      const [code = '', which] = sentence.split('.')
      expect(sentenceOf({ code, values: { ...(which && { case: which }) } })).toBe(sentence)
    },
  )

  it.each([
    ['without values', { code: 'negative_stock' }],
    ['with an unknown code', { code: 'to_come', values: {} }],
    ['with an unknown case', { code: 'missing', values: { case: 'all' } }],
    ['whose code is the name of an object method', { code: 'toString', values: {} }],
  ])('returns no sentence for a flag %s', (_, flagged) => {
    expect(sentenceOf(flagged)).toBeUndefined()
  })
})
