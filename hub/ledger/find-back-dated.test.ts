import { describe, expect, it } from 'vitest'
import { awaitedKey, findBackDated } from './find-back-dated.ts'
import { placeKey } from './movement.ts'

const at = (productId: string, ms: number, storeId = 'A', documentId = 'now') => ({
  productId,
  storeId,
  documentId,
  moment: new Date(ms),
})
const NOTHING_YET = { lastMovementAt: () => undefined }
const lastAt = (ends: Record<string, number>) => ({ lastMovementAt: (place: string) => ends[place] })
const tea = (store: string) => placeKey({ storeId: store, productId: 'tea' })
const find = (
  posting: ReturnType<typeof at>[],
  last: { lastMovementAt(place: string): number | undefined } = NOTHING_YET,
  { removed = [] as ReturnType<typeof at>[], awaited = [] as string[] } = {},
) => Object.fromEntries(findBackDated(posting, removed, last, new Set(awaited)))

describe('findBackDated', () => {
  it('returns nothing for the first movement in a store, or for one at or after the last movement', () => {
    expect(find([at('tea', 5)])).toEqual({})
    expect(find([at('tea', 10)], lastAt({ [tea('A')]: 10 }))).toEqual({})
    expect(find([at('tea', 11)], lastAt({ [tea('A')]: 10 }))).toEqual({})
  })

  it('returns the time of a movement before the last one of the same product and store', () => {
    expect(find([at('tea', 9)], lastAt({ [tea('A')]: 10 }))).toEqual({ tea: 9 })
    expect(find([at('tea', 9, 'B')], lastAt({ [tea('A')]: 10 }))).toEqual({})
    expect(find([at('milk', 9)], lastAt({ [tea('A')]: 10 }))).toEqual({})
  })

  it('returns the earliest time of the product, whichever of its movements is back-dated', () => {
    const posting = [at('tea', 20), at('tea', 7, 'B'), at('tea', 8), at('milk', 3)]
    expect(find(posting, lastAt({ [tea('A')]: 10 }))).toEqual({ tea: 7 })
  })

  it('finds movements of one posting that are not in time order', () => {
    expect(find([at('tea', 20), at('tea', 10)])).toEqual({ tea: 10 })
    expect(find([at('tea', 10), at('tea', 20), at('tea', 15)])).toEqual({ tea: 10 })
    expect(find([at('tea', 10), at('tea', 20), at('tea', 20)])).toEqual({})
    expect(find([at('tea', 20), at('tea', 10, 'B')])).toEqual({})
  })

  it('finds movements that precede either each other or stored movements', () => {
    expect(find([at('tea', 12), at('tea', 11)], lastAt({ [tea('A')]: 10 }))).toEqual({ tea: 11 })
    expect(find([at('tea', 8), at('tea', 9)], lastAt({ [tea('A')]: 10 }))).toEqual({ tea: 8 })
  })

  it('finds products with removed movements', () => {
    expect(find([at('tea', 20)], NOTHING_YET, { removed: [at('tea', 30), at('milk', 5)] })).toEqual({
      tea: 20,
      milk: 5,
    })
  })

  it('finds a product whose cost in the posted document is awaited by other movements', () => {
    const awaited = [awaitedKey('now', 'tea')]
    expect(find([at('tea', 5), at('milk', 5)], NOTHING_YET, { awaited })).toEqual({ tea: 5 })
    expect(find([at('tea', 5, 'A', 'other')], NOTHING_YET, { awaited })).toEqual({})
  })
})
