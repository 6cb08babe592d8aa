import { describe, expect, it } from 'vitest'
import { type Amount, amount, amountToNumber, percent, quantity, rate } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import type { ActivePromotion, Cart, CartLine } from '#shared/pricing/promotions/model.ts'
import { priceCart } from '#shared/pricing/promotions/price-cart.ts'
import { cartLine, cartOf, cartProgram, promotion, randomCart } from '#test/support/carts.ts'
import { Random } from '#test/support/random.ts'

const offs = (cart: Cart) => priceCart(cart).lines.map((line) => amountToNumber(line.discountAmount))
const off = (lines: CartLine[], promotions: ActivePromotion[], more: Partial<Cart> = {}) =>
  offs(cartOf(lines, { promotions, ...more }))
const why = (lines: CartLine[], one: ActivePromotion, more: Partial<Cart> = {}) =>
  priceCart(cartOf(lines, { promotions: [one], ...more })).trace[0]?.reason
const times = (count: number) => ({ quantity: quantity(count) })
const cardOf = (more: Parameters<typeof cartProgram>[0], turnover = 0, balance = 0) => ({
  id: 'card',
  program: cartProgram(more),
  turnover: amount(turnover),
  balance: amount(balance),
})

describe('kinds of promotions', () => {
  const tenPercent = promotion('ten', { effect: { percent: percent(10) } })

  it('applies a percentage discount to matching lines', () => {
    const tea = promotion('tea', { effect: { percent: percent(10) }, conditions: { productIds: ['tea'] } })
    expect(off([cartLine('tea', 33.35), cartLine('bun', 10)], [tea])).toEqual([3.33, 0])
    const drinks = promotion('g', { effect: { percent: percent(10) }, conditions: { groupIds: ['drinks'] } })
    const inside = cartLine('tea', 10, { groupIds: ['teas', 'drinks'] })
    expect(off([inside, cartLine('bun', 10)], [drinks])).toEqual([1, 0])
  })

  it('applies an amount discount to each unit or line, up to the price less 0.01', () => {
    const each = (isPerUnit: boolean) =>
      promotion('a', { kind: 'AmountDiscount', effect: { amount: amount(2), isPerUnit } })
    expect(off([cartLine('tea', 10, times(3))], [each(true)])).toEqual([6])
    expect(off([cartLine('tea', 10, times(3))], [each(false)])).toEqual([2])
    expect(off([cartLine('tea', 1)], [each(true)])).toEqual([0.99])
  })

  it('applies a special price only when it is lower', () => {
    const special = promotion('s', { kind: 'SpecialPrice', effect: { price: amount(7) } })
    expect(off([cartLine('tea', 10, times(2)), cartLine('bun', 5)], [special])).toEqual([6, 0])
  })

  it('makes the cheapest units of each group free', () => {
    const three = (more: object = {}) =>
      promotion('3', { kind: 'BuyXGetY', effect: { buyQuantity: 2, getQuantity: 1 }, ...more })
    const lines = [cartLine('a', 10, times(2)), cartLine('b', 6, times(3)), cartLine('c', 4)]
    // Free units worth 4 and 6 are spread over all six units. The single free unit worth 4 is spread over the
    // two dearest units and itself.
    expect(off(lines, [three()])).toEqual([4.76, 4.29, 0.95])
    expect(off(lines, [three({ maxPerReceipt: 1 })])).toEqual([3.33, 0, 0.67])
    // In pricing version 1, the free units take the whole discount.
    expect(off(lines, [three()], { pricing: 1 })).toEqual([0, 6, 3.99])
    expect(off([cartLine('a', 10, times(2))], [three()])).toEqual([0])
    expect(off([cartLine('a', 10, { ...times(9), isWeighed: true })], [three()])).toEqual([0])
  })

  it('discounts every n-th unit, dearest first', () => {
    const second = (more: object = {}) =>
      promotion('2', { kind: 'NthItemDiscount', effect: { everyNth: 2, percent: percent(50) }, ...more })
    const lines = [cartLine('a', 4), cartLine('b', 10), cartLine('c', 6, times(2))]
    expect(off(lines, [second()])).toEqual([0.77, 1.92, 2.31])
    expect(off(lines, [second({ maxPerReceipt: 1 })])).toEqual([0, 1.88, 1.12])
    expect(off(lines, [second()], { pricing: 1 })).toEqual([2, 0, 3])
  })

  it('applies a bundle price to every complete bundle', () => {
    const bundle = [
      { productId: 'tea', quantity: 1 },
      { productId: 'bun', quantity: 2 },
    ]
    const set = (more: object = {}) =>
      promotion('b', { kind: 'BundlePrice', effect: { bundle, price: amount(15) }, ...more })
    const lines = [cartLine('tea', 10, times(3)), cartLine('bun', 5, times(5)), cartLine('jam', 7)]
    expect(off(lines, [set()])).toEqual([5, 5, 0])
    expect(off(lines, [set({ maxPerReceipt: 1 })])).toEqual([2.5, 2.5, 0])
    expect(off([cartLine('tea', 10), cartLine('bun', 5)], [set()])).toEqual([0, 0])
    expect(off([cartLine('tea', 5), cartLine('bun', 5, times(2))], [set()])).toEqual([0, 0])
  })

  describe('promotions of several units', () => {
    const third = (more: object = {}) =>
      promotion('3', { kind: 'BuyXGetY', effect: { buyQuantity: 2, getQuantity: 1 }, ...more })

    it('spreads the discount of a free unit so that no line costs 0.01', () => {
      const { lines, sum } = priceCart(
        cartOf(
          ['a', 'b', 'c'].map((id) => cartLine(id, 25)),
          { promotions: [third()] },
        ),
      )
      expect([sum, ...lines.map((line) => line.sum)]).toEqual([5000, 1666, 1667, 1667])
    })

    it('spreads the discount of a free unit over the units in proportion to their prices', () => {
      const lines = [cartLine('a', 10), cartLine('b', 7.99), cartLine('c', 4.5)]
      expect(off(lines, [third()])).toEqual([2, 1.6, 0.9])
      expect(
        off(
          ['a', 'b', 'c'].map((id) => cartLine(id, 10)),
          [third()],
        ),
      ).toEqual([3.34, 3.33, 3.33])
    })

    it('ignores products whose discount is prohibited', () => {
      const wine = cartLine('w', 8, { isDiscountProhibited: true })
      expect(off([cartLine('a', 10), wine, cartLine('c', 4)], [third()])).toEqual([0, 0, 0])
      expect(off([cartLine('a', 10), wine, cartLine('c', 4), cartLine('d', 4)], [third()])).toEqual([
        2.22, 0, 0.89, 0.89,
      ])
    })
  })

  it('applies a 100 % discount fully if lines can be 0, and leaves 0.01 per unit otherwise', () => {
    const all = promotion('all', { effect: { percent: percent(100) } })
    const lines = ['a', 'b', 'c', 'd', 'e'].map((id) => cartLine(id, 10))
    expect(priceCart(cartOf(lines, { promotions: [all] })).sum).toBe(5)
    expect(priceCart(cartOf(lines, { promotions: [all], zeroLines: 'Allow' })).sum).toBe(0)
    const cheap = [cartLine('a', 10, { minPrice: amount(4) })]
    expect(off(cheap, [all], { zeroLines: 'Allow' })).toEqual([6])
  })

  it('discounts a receipt from a threshold, spread over its lines in proportion to their totals', () => {
    const from = (effect: object) => promotion('r', { kind: 'ReceiptThreshold', effect })
    const lines = [cartLine('a', 10), cartLine('b', 20), cartLine('c', 3.33)]
    expect(off(lines, [from({ threshold: amount(33.33), amount: amount(1) })])).toEqual([0.3, 0.6, 0.1])
    expect(off(lines, [from({ threshold: amount(33.33), percent: percent(10) })])).toEqual([1, 2, 0.33])
    const dear = from({ threshold: amount(33.34), percent: percent(10) })
    expect([off(lines, [dear]), why(lines, dear)]).toEqual([[0, 0, 0], 'too_little'])
    // The threshold is compared with the total after line discounts.
    expect(off(lines, [tenPercent, from({ threshold: amount(30.01), amount: amount(1) })])).toEqual([
      1, 2, 0.33,
    ])
  })

  it('gives points to a card whose program earns points', () => {
    const gift = promotion('g', { kind: 'GiftPoints', effect: { points: amount(7) }, requiresCard: true })
    const priced = priceCart(cartOf([cartLine('a', 10)], { promotions: [gift], card: cardOf({}) }))
    expect([priced.points.gifted, priced.trace[0]]).toMatchObject([700, { reason: 'applied', points: 700 }])
    expect(why([cartLine('a', 10)], gift)).toBe('card_needed')
    const percents = cardOf({ kind: 'DiscountPercent' })
    expect(why([cartLine('a', 10)], gift, { card: percents })).toBe('other_program')
  })
})

describe('combinations of promotions and a card', () => {
  const ten = (id: string, more: object = {}) => promotion(id, { effect: { percent: percent(10) }, ...more })
  const fifth = cardOf({ kind: 'DiscountPercent', discountPercent: percent(20) })

  it('adds up combinable percentages, or applies a better non-combinable promotion alone', () => {
    const lines = [cartLine('a', 10.05)]
    expect(off(lines, [ten('x'), ten('y')])).toEqual([2.01])
    const alone = promotion('z', { effect: { percent: percent(15) }, combinable: false })
    expect(off(lines, [ten('x'), ten('y'), alone])).toEqual([2.01])
    expect(off(lines, [ten('x'), alone])).toEqual([1.51])
    const { trace } = priceCart(cartOf(lines, { promotions: [ten('x'), alone] }))
    expect(Object.fromEntries(trace.map(({ refId, reason }) => [refId, reason]))).toEqual({
      x: 'better_one',
      z: 'applied',
    })
  })

  it('applies the promotion with the higher priority when the savings are equal', () => {
    const alone = (id: string, priority: number) =>
      promotion(id, { effect: { percent: percent(10) }, combinable: false, priority })
    for (const [x, y, first] of [
      [1, 2, 'y'],
      [2, 1, 'x'],
    ] as const) {
      const { trace } = priceCart(cartOf([cartLine('a', 10)], { promotions: [alone('x', x), alone('y', y)] }))
      expect(trace.find(({ reason }) => reason === 'applied')?.refId).toBe(first)
    }
  })

  it('applies a bundle price only when it saves more than other promotions', () => {
    const bundle = [
      { productId: 'a', quantity: 1 },
      { productId: 'b', quantity: 1 },
    ]
    const set = (price: number) =>
      promotion('set', { kind: 'BundlePrice', effect: { bundle, price: amount(price) }, combinable: false })
    const lines = [cartLine('a', 10), cartLine('b', 10)]
    expect(off(lines, [ten('x'), set(17)])).toEqual([1.5, 1.5])
    expect(off(lines, [ten('x'), set(18.5)])).toEqual([1, 1])
  })

  it('combines promotions and card by the strategy of the organization', () => {
    const lines = [cartLine('a', 10.05)]
    expect(off(lines, [ten('x')], { card: fifth })).toEqual([3.01])
    expect(off(lines, [ten('x')], { card: fifth, strategy: 'ByPriority' })).toEqual([2.01])
    const half = promotion('h', { effect: { percent: percent(50) } })
    expect(off(lines, [half], { card: fifth, strategy: 'ByPriority' })).toEqual([5.02])
  })

  it('applies no card discount to lines excluded by the program', () => {
    const card = (more: object) => ({ ...fifth, program: { ...fifth.program, ...more } })
    const lines = [cartLine('a', 10, { groupIds: ['wine', 'drinks'] }), cartLine('b', 10)]
    expect(offs(cartOf(lines, { card: card({ excludedGroupIds: ['drinks'] }) }))).toEqual([0, 2])
    const onlyB = ten('x', { conditions: { productIds: ['b'] } })
    expect(off(lines, [onlyB], { card: card({ excludeDiscountedLines: true }) })).toEqual([2, 1])
    expect(offs(cartOf(lines, { card: card({ isActive: false }) }))).toEqual([0, 0])
  })

  it('selects the card discount by the turnover of the card', () => {
    const levels = [
      { fromAmount: amount(10), percent: percent(5) },
      { fromAmount: amount(20), percent: percent(9) },
    ]
    const at = (turnover: number) =>
      offs(cartOf([cartLine('a', 10)], { card: cardOf({ kind: 'Accumulative', levels }, turnover) }))
    expect([at(9.99), at(10), at(20)]).toEqual([[0], [0.5], [0.9]])
  })

  it('keeps lines at the minimum price, and never discounts products whose discount is prohibited', () => {
    const all = promotion('all', { effect: { percent: percent(100) } })
    const lines = [
      cartLine('a', 10, { minPrice: amount(8) }),
      cartLine('b', 10, { isDiscountProhibited: true }),
      cartLine('c', 10, times(3)),
    ]
    expect(off(lines, [all], { card: fifth })).toEqual([2, 0, 29.97])
    // A discount that one line cannot take is not moved to another line.
    const five = promotion('r', {
      kind: 'ReceiptThreshold',
      effect: { threshold: amount(1), amount: amount(8) },
    })
    expect(off(lines.slice(0, 2).concat(cartLine('d', 10)), [five])).toEqual([2, 0, 4])
  })

  it('lists the discounts of each line in the order of application', () => {
    const receipt = promotion('r', {
      kind: 'ReceiptThreshold',
      effect: { threshold: amount(1), amount: amount(1) },
      couponCode: 'Spring',
    })
    const lines = [cartLine('a', 10, { manual: amount(0.5) })]
    const [line] = priceCart(
      cartOf(lines, { promotions: [receipt, ten('x')], card: fifth, coupons: [' SPRING '] }),
    ).lines
    expect(line?.cuts.map(({ kind, scope, amount }) => [kind, scope, amount])).toEqual([
      ['Promotion', 'Line', 100],
      ['Loyalty', 'Line', 200],
      ['Manual', 'Line', 50],
      ['Coupon', 'Receipt', 100],
    ])
  })
})

describe('reasons why a promotion does not apply', () => {
  const lines = [cartLine('a', 10)]
  const ten = (more: object) => promotion('ten', { effect: { percent: percent(10) }, ...more })
  const at = (time: string, timeZone = 'Asia/Almaty') => ({ moment: new Date(time), timeZone })

  it.each([
    ['inactive', { isActive: false }],
    ['not_begun', { startsAt: new Date('2026-01-31T09:00:00.001Z') }],
    ['over', { endsAt: new Date('2026-01-31T09:00:00Z') }],
    ['other_place', { storeIds: ['elsewhere'] }],
    ['other_place', { retailPointIds: ['elsewhere'] }],
    ['card_needed', { requiresCard: true }],
    ['coupon_needed', { couponCode: 'SPRING' }],
    ['no_goods', { conditions: { productIds: ['b'] } }],
    ['too_few', { conditions: { minQuantity: quantity(1.001) } }],
    ['too_little', { conditions: { minAmount: amount(10.01) } }],
    ['applied', { conditions: { minAmount: amount(10), minQuantity: quantity(1) } }],
    ['applied', { storeIds: ['store'], retailPointIds: ['point'] }],
    ['applied', { startsAt: new Date('2026-01-31T09:00:00Z') }],
  ])('reports the reason %s: %j', (reason, more) => {
    expect(why(lines, ten(more))).toBe(reason)
  })

  it('reports cards of other programs and of inactive programs', () => {
    const gold = ten({ requiresCard: true, programIds: ['gold'] })
    expect(why(lines, gold, { card: cardOf({}) })).toBe('other_program')
    expect(why(lines, gold, { card: cardOf({ id: 'gold' }) })).toBe('applied')
    expect(why(lines, gold, { card: cardOf({ id: 'gold', isActive: false }) })).toBe('card_needed')
  })

  it('reports days and hours outside the promotion, in the time zone of the shop', () => {
    const saturdays = ten({ daysOfWeek: [6] })
    // It is Saturday in Almaty, but still Friday in New York.
    expect(why(lines, saturdays, at('2026-01-31T02:00:00Z'))).toBe('applied')
    expect(why(lines, saturdays, at('2026-01-31T02:00:00Z', 'America/New_York'))).toBe('other_day')
    const morning = ten({ timeFrom: '09:00', timeTo: '10:00' })
    expect(why(lines, morning, at('2026-01-31T03:59:59Z'))).toBe('other_hour')
    expect(why(lines, morning, at('2026-01-31T04:00:00Z'))).toBe('applied')
    expect(why(lines, morning, at('2026-01-31T05:00:00Z'))).toBe('other_hour')
  })

  it('applies a night promotion after midnight if the night began on one of its days', () => {
    const fridayNight = ten({ daysOfWeek: [5], timeFrom: '22:00', timeTo: '02:00' })
    const utc = (time: string) => why(lines, fridayNight, at(time, 'UTC'))
    expect(utc('2026-01-30T21:59:00Z')).toBe('other_hour')
    expect(utc('2026-01-30T22:00:00Z')).toBe('applied')
    expect(utc('2026-01-31T01:59:00Z')).toBe('applied')
    expect(utc('2026-01-31T02:00:00Z')).toBe('other_day')
    expect(utc('2026-01-30T01:00:00Z')).toBe('other_day')
  })
})

describe('points of a priced cart', () => {
  const priced = (lines: CartLine[], program: object, more: Partial<Cart> = {}, balance = 1000) =>
    priceCart(cartOf(lines, { card: cardOf(program, 0, balance), ...more })).points

  it('earns points for the amount paid, rounded down, except for excluded lines', () => {
    expect(priced([cartLine('a', 10.99)], {}).earned).toBe(54)
    expect(priced([cartLine('a', 39.99)], { pointStep: 'Whole' }).earned).toBe(100)
    const excluded = { excludedGroupIds: ['wine'] }
    expect(priced([cartLine('a', 10), cartLine('b', 10, { groupIds: ['wine'] })], excluded).earned).toBe(50)
    const promotions = [
      promotion('x', { effect: { percent: percent(10) }, conditions: { productIds: ['a'] } }),
    ]
    const lines = [cartLine('a', 10), cartLine('b', 10)]
    expect(priced(lines, { excludeDiscountedLines: true }, { promotions }).earned).toBe(50)
    expect(priced(lines, {}, { promotions }).earned).toBe(95)
  })

  it('earns no points for the part paid in points, unless the program allows it', () => {
    const paidWithPoints = amount(4)
    expect(priced([cartLine('a', 10)], {}, { paidWithPoints }).earned).toBe(30)
    expect(priced([cartLine('a', 10)], { earnOnBonusPaidPart: true }, { paidWithPoints }).earned).toBe(50)
  })

  it('limits payments in points to a share of the receipt and to the balance', () => {
    expect(priced([cartLine('a', 10.01)], {})).toMatchObject({ maxPaid: 500, maxSpend: 500 })
    expect(priced([cartLine('a', 10)], {}, {}, 3)).toMatchObject({ maxPaid: 300, maxSpend: 300 })
    expect(priced([cartLine('a', 10)], {}, {}, -3)).toMatchObject({ maxPaid: 0, maxSpend: 0 })
    const third = { spendRate: rate(0.3) }
    expect(priced([cartLine('a', 10)], third)).toMatchObject({ maxPaid: 500, maxSpend: 1667 })
    expect(priced([cartLine('a', 10)], { kind: 'DiscountPercent' })).toMatchObject({ earned: 0, maxPaid: 0 })
  })
})

describe('random carts', () => {
  const random = new Random('any cart')
  const carts = Array.from({ length: 20_000 }, () => randomCart(random))

  it('preserves the pricing invariants for random carts', () => {
    for (const cart of carts) {
      const { lines, sum, discountSum, points, trace } = priceCart(cart)
      let full = 0
      for (const [i, { discountAmount, sum, cuts }] of lines.entries()) {
        const { line, whole, least } = boundsOf(cart.lines[i] as CartLine)
        full += whole
        expect(cuts.reduce((all, each) => all + each.amount, 0)).toBe(discountAmount)
        expect(sum).toBe(whole - discountAmount)
        if (line.isDiscountProhibited) expect(discountAmount).toBe(0)
        else expect(sum).toBeGreaterThanOrEqual(Math.min(least, whole))
      }
      expect(sum + discountSum).toBe(full)
      expect(points.maxPaid).toBeLessThanOrEqual(sum)
      expect(points.maxSpend).toBeLessThanOrEqual(Math.max(0, cart.card?.balance ?? 0))
      const traced = trace.reduce((all, each) => all + each.amount, 0)
      const byHand = lines.flatMap(({ cuts }) => cuts).filter(({ kind }) => kind === 'Manual')
      expect(traced + byHand.reduce((all, each) => all + each.amount, 0)).toBe(discountSum)
      expect(trace.length).toBe(cart.promotions.length + (cart.card ? 1 : 0))
    }
  })

  it('calculates the same prices and points for any order of promotions', () => {
    for (const cart of carts) {
      const promotions = cart.promotions.toReversed()
      const { trace: _, ...turned } = priceCart({ ...cart, promotions })
      const { trace: __, ...priced } = priceCart(cart)
      expect(turned).toEqual(priced)
    }
  })

  it('calculates the same result from a structured clone of the cart', () => {
    for (const cart of carts.slice(0, 2000)) {
      const wired = structuredClone(cart)
      expect(priceCart(wired)).toEqual(priceCart(cart))
    }
  })

  function boundsOf(line: CartLine) {
    const whole = lineSum(line.quantity, line.price)
    const least = Math.max(1, lineSum(line.quantity, Math.max(line.minPrice ?? 0, 1) as Amount))
    return { line, whole, least }
  }
})
