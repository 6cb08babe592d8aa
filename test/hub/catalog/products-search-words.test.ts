import { beforeAll, describe, expect, it } from 'vitest'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { Random } from '#test/support/random.ts'

const BASE = '/api/catalog/products'

interface Product {
  id: string
  version: number
  name: string
  code: string
  article: string | null
}

/** A few syllables, so that many words share a prefix. */
const SYLLABLES = ['мо', 'ло', 'ко', 'ёл', 'е', 'шок', 'a', 'ab', 'sku', '1', '3', '50', '007']
const SIGNS = [' ', ' ', ' ', ', ', '-', ' «', '/', ' №']

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** True when every typed word is a prefix of a word of the product. */
const isMeant = (typed: string, { name, code, article }: Product): boolean => {
  const words = wordsOf([name, code, article ?? ''].join(' '))
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)))
}

describe('product search by words', () => {
  const door = useHub()
  const random = new Random('words of products')
  let shop: Organization
  let products: Product[]

  const word = () => Array.from({ length: random.between(1, 4) }, () => random.pick(SYLLABLES)).join('')
  const text = (words: number) =>
    Array.from({ length: words }, (_, at) => (at === 0 ? '' : random.pick(SIGNS)) + word()).join('')
  const codes = new Set<string>()
  const code = (): string => {
    const made = `${text(random.between(1, 2))}${random.below(1_000)}`
    if (codes.has(made.toLowerCase())) return code()
    codes.add(made.toLowerCase())
    return made
  }
  const fields = () => ({
    name: text(random.between(1, 6)),
    code: code(),
    article: random.chance(0.5) ? text(random.between(1, 2)) : null,
  })
  const put = async (product: Product, changed: Partial<Product>) => {
    const answer = await shop.api.put(`${BASE}/${product.id}`, { ...product, ...changed })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body as Product
  }
  /**
   * Returns a query made of prefixes of a random product's words in any order, sometimes with a random word
   * instead.
   */
  const typed = () => {
    const { name, code: its, article } = random.pick(products)
    const words = wordsOf([name, its, article ?? ''].join(' '))
    const parts = Array.from({ length: random.between(1, 4) }, () =>
      random.chance(0.1) ? word() : random.pick(words),
    )
    return parts.map((part) => part.slice(0, random.between(1, part.length))).join(' ')
  }
  const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id).toSorted()
  const found = async (path: string): Promise<string[]> => {
    const answer = await shop.api.get(BASE + path)
    expect(answer.status, path).toBe(200)
    return idsOf(answer.body.items)
  }
  const compare = async (query: string) => {
    // A query of one letter does not search by words.
    if (query.length < 2) return 0
    const expected = idsOf(products.filter((product) => isMeant(query, product)))
    const requested = encodeURIComponent(query)
    expect([query, await found(`?search=${requested}&pageSize=200`)]).toEqual([query, expected])
    // Without a match, quick search falls back to similar words.
    if (expected.length > 0 && expected.length <= 50)
      expect([query, await found(`/quick-search?query=${requested}&limit=50`)]).toEqual([query, expected])
    return expected.length
  }

  beforeAll(async () => {
    shop = await signUp(door)
    products = []
    for (let n = 0; n < 150; n += 1) {
      const made = await shop.api.post(BASE, fields())
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      products.push(made.body)
    }
  })

  it('finds the products that have a word for every typed prefix', async () => {
    const counts = []
    for (let n = 0; n < 120; n += 1) counts.push(await compare(typed()))
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(70)
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(10)
  })

  it('finds products when many words share a prefix', async () => {
    const [first, second] = products
    if (!first || !second) throw new Error('no products')
    const words = Array.from('абвгдежз', (one) => Array.from('иклмнопр', (other) => `юр${one}${other}`))
    products[0] = await put(first, { name: words.flat().slice(0, 51).join(' ') })
    products[1] = await put(second, { name: 'Юрюк эль' })
    expect([await compare('юр'), await compare('юр эл'), await compare('юрв'), await compare('юрз')]).toEqual(
      [2, 1, 1, 0],
    )
  })

  it('finds a product by its new name, code or article at once, and not by the old one', async () => {
    for (const [at, product] of products.entries()) {
      if (at % 6 !== 0) continue
      const { name, code, article } = fields()
      const changed = await put(
        product,
        random.pick([{ name: `${name} переименован` }, { code: `${code}щ` }, { article: article ?? 'эюя' }]),
      )
      products[at] = changed
      for (const query of [product, changed].flatMap((each) => [each.name, each.code, each.article ?? 'э']))
        if (wordsOf(query).length <= 8) await compare(query)
    }
  })

  it('finds a product by words that appear only in its code or article', async () => {
    const [first, second] = [products[0], products[1]]
    if (!first || !second) throw new Error('no products')
    products[0] = await put(first, { code: 'Ящик', article: null })
    products[1] = await put(second, { article: 'Ъ-Юнга2' })
    expect([
      await compare('ящ'),
      await compare('юнга'),
      await compare('юнга2'),
      await compare('юнга3'),
    ]).toEqual([1, 1, 1, 0])
  })
})
