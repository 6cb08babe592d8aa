import { describe, expect, it } from 'vitest'
import { amount } from '#shared/money/decimal.ts'
import { dropPart, leftToPay, noTender, outcomeOf, type Tendering, takePart, tendersOf } from './tender.ts'

const sum = amount(100)
const entering = (text: string, rest: Partial<Tendering> = {}): Tendering => ({
  ...noTender,
  ...rest,
  entry: { text, isFresh: false },
})

describe('tendering', () => {
  it('pays all in cash while nothing is entered', () => {
    expect(tendersOf(sum, noTender)).toEqual([{ type: 'Cash', amount: amount(100), reference: '' }])
    expect(outcomeOf(sum, noTender, false)).toEqual({ ok: true, changeSum: 0 })
  })

  it('gives change from cash', () => {
    expect(outcomeOf(sum, entering('150.5'), false)).toEqual({ ok: true, changeSum: amount(50.5) })
  })

  it('says how much is missing', () => {
    expect(outcomeOf(sum, entering('99.99'), false)).toMatchObject({ reason: 'too_little', missing: 1 })
  })

  it('gives no change from a card', () => {
    const outcome = outcomeOf(sum, entering('120', { type: 'Card' }), false)
    expect(outcome).toMatchObject({ reason: 'card_over_sum', over: amount(20) })
  })

  it('takes part by card, the rest in cash', () => {
    const rest = takePart(sum, entering('60', { type: 'Card', reference: '7781' }))
    expect(rest && leftToPay(sum, rest)).toBe(amount(40))
    expect(rest && tendersOf(sum, rest)).toEqual([
      { type: 'Card', amount: amount(60), reference: '7781' },
      { type: 'Cash', amount: amount(40), reference: '' },
    ])
  })

  it('gives change on the cash part', () => {
    const rest = takePart(sum, entering('60', { type: 'Card' }))
    const paid = { ...(rest ?? noTender), entry: { text: '50', isFresh: false } }
    expect(outcomeOf(sum, paid, false)).toEqual({ ok: true, changeSum: amount(10) })
  })

  it('takes no part that leaves no rest', () => {
    expect(takePart(sum, entering('100'))).toBeNull()
    expect(takePart(sum, entering('0'))).toBeNull()
  })

  it('owes a dropped part again', () => {
    const rest = takePart(sum, entering('60')) ?? noTender
    expect(leftToPay(sum, dropPart(rest, 0))).toBe(sum)
  })

  it('refunds exactly the sum', () => {
    expect(outcomeOf(sum, entering('150'), true)).toEqual({ ok: false, reason: 'not_exact' })
    expect(outcomeOf(sum, noTender, true)).toEqual({ ok: true, changeSum: 0 })
  })

  it('needs no tender for nothing', () => {
    expect(tendersOf(amount(0), noTender)).toEqual([])
    expect(outcomeOf(amount(0), noTender, false)).toEqual({ ok: true, changeSum: 0 })
  })
})
