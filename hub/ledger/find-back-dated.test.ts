import { describe, expect, it } from 'vitest'
import { awaitedKey, findBackDated } from './find-back-dated.ts'
import { placeKey } from './movement.ts'

const at = (productId: string, ms: number, storeId = 'A', documentId = 'now') => ({
  ...{ productId, storeId, documentId, moment: new Date(ms) },
})
const NOTHING_YET = { lastMovementAt: () => undefined }
const lastAt = (ends: Record<string, number>) => ({ lastMovementAt: (place: string) => ends[place] })
const tea = (store: string) => placeKey({ storeId: store, productId: 'tea' })
const find = (
  posting: ReturnType<typeof at>[],
  last: { lastMovementAt(place: string): number | undefined } = NOTHING_YET,
  { removed = [] as ReturnType<typeof at>[], awaited = [] as string[] } = {},
) => Object.fromEntries(findBackDated(posting, removed, last, new Set(awaited)))

describe('the ledger changes before its end', () => {
  it('not when goods come to a store for the first time, nor at or after the last movement', () => {
    expect(find([at('tea', 5)])).toEqual({})
    expect(find([at('tea', 10)], lastAt({ [tea('A')]: 10 }))).toEqual({})
    expect(find([at('tea', 11)], lastAt({ [tea('A')]: 10 }))).toEqual({})
  })

  it('from the moment of what lies before the last movement of its own store', () => {
    expect(find([at('tea', 9)], lastAt({ [tea('A')]: 10 }))).toEqual({ tea: 9 })
    expect(find([at('tea', 9, 'B')], lastAt({ [tea('A')]: 10 }))).toEqual({})
    expect(find([at('milk', 9)], lastAt({ [tea('A')]: 10 }))).toEqual({})
  })

  it('from the earliest moment of the product, whichever of its movements lies behind', () => {
    const posting = [at('tea', 20), at('tea', 7, 'B'), at('tea', 8), at('milk', 3)]
    expect(find(posting, lastAt({ [tea('A')]: 10 }))).toEqual({ tea: 7 })
  })

  it('where two that are posted together are not in the order of time', () => {
    expect(find([at('tea', 20), at('tea', 10)])).toEqual({ tea: 10 })
    expect(find([at('tea', 10), at('tea', 20), at('tea', 15)])).toEqual({ tea: 10 })
    expect(find([at('tea', 10), at('tea', 20), at('tea', 20)])).toEqual({})
    expect(find([at('tea', 20), at('tea', 10, 'B')])).toEqual({})
  })

  it('where the posted ones are behind what was there, though not behind each other', () => {
    expect(find([at('tea', 12), at('tea', 11)], lastAt({ [tea('A')]: 10 }))).toEqual({ tea: 11 })
    expect(find([at('tea', 8), at('tea', 9)], lastAt({ [tea('A')]: 10 }))).toEqual({ tea: 8 })
  })

  it('where something is taken out', () => {
    expect(find([at('tea', 20)], NOTHING_YET, { removed: [at('tea', 30), at('milk', 5)] })).toEqual({
      ...{ tea: 20, milk: 5 },
    })
  })

  it('where others have waited for what this very document costs', () => {
    const awaited = [awaitedKey('now', 'tea')]
    expect(find([at('tea', 5), at('milk', 5)], NOTHING_YET, { awaited })).toEqual({ tea: 5 })
    expect(find([at('tea', 5, 'A', 'other')], NOTHING_YET, { awaited })).toEqual({})
  })
})
