import { beforeEach, describe, expect, it } from 'vitest'
import type { Cart } from '#edge/journal/carts.ts'
import type { Quantity } from '#shared/money/decimal.ts'
import { AT, cartLine, cartOf, LATER, openTestJournal, type TestJournal } from '../support/test-journal.ts'

let journal: TestJournal['journal']
beforeEach(() => {
  ;({ journal } = openTestJournal())
})

describe('a cart', () => {
  const saveOpen = (till: string, cart: Cart) => journal.transact((tx) => tx.carts.saveOpen(till, cart))

  it('finds an open cart only at its till', () => {
    const [mine, other] = [cartOf(cartLine(), cartLine()), cartOf()]
    saveOpen('till 1', mine)
    saveOpen('till 2', other)
    expect(journal.read.carts.findOpen('till 1')).toEqual(mine)
    expect(journal.read.carts.findOpen('till 2')).toEqual(other)
    expect(journal.read.carts.findOpen('till 3')).toBeNull()
    expect(journal.read.carts.findParked(mine.id)).toBeNull()
    expect(journal.read.carts.listParked()).toEqual([])
  })

  it('saves changed, added and removed lines of a cart', () => {
    const [a, b, c] = [cartLine(), cartLine(), cartLine()]
    const cart = cartOf(a, b, c)
    saveOpen('till 1', cart)
    for (const lines of [[a, { ...b, quantity: 2000 as Quantity }, c], [b, c], [b, c, a], []]) {
      saveOpen('till 1', { ...cart, lines })
      expect(journal.read.carts.findOpen('till 1')?.lines).toEqual(lines)
    }
  })

  it('writes only changed lines, so that a scan in a long cart writes one line', () => {
    const lines = Array.from({ length: 50 }, () => cartLine())
    const cart = cartOf(...lines)
    saveOpen('till 1', cart)
    const before = journal.changes()
    saveOpen('till 1', { ...cart, version: 2, lines: [...lines, cartLine()] })
    expect(journal.changes() - before).toBe(2)
  })

  it('lists parked carts for all tills, the longest parked first, and reopens a cart when it is saved', () => {
    const [first, second] = [cartOf(cartLine()), cartOf(cartLine())]
    const note = (label: string | null, parkedAt: string) => ({ label, cashierName: 'Aigul', parkedAt })
    for (const [cart, at] of [
      [second, LATER],
      [first, AT],
    ] as const) {
      saveOpen('till 1', cart)
      journal.transact((tx) => tx.carts.park(cart.id, note(cart === first ? 'blue hat' : null, at)))
    }
    const { carts } = journal.read
    expect(carts.findOpen('till 1')).toBeNull()
    expect(carts.findParked(first.id)).toEqual(first)
    expect(carts.listParked()).toEqual([
      { cart: first, ...note('blue hat', AT) },
      { cart: second, ...note(null, LATER) },
    ])
    saveOpen('till 2', first)
    expect(carts.findParked(first.id)).toBeNull()
    expect(carts.findOpen('till 2')).toEqual(first)
    journal.transact((tx) => tx.carts.remove(second.id))
    expect(carts.listParked()).toEqual([])
  })
})
