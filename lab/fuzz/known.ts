import type { Random } from '#test/support/random.ts'
import type { Operation } from './operations.ts'

const MOST_KEPT = 40

/**
 * Ids of one organization found in responses, by collection and by the names of members that refer to them.
 * Generated requests thus refer to existing records.
 */
export class Known {
  readonly #byMember = new Map<string, unknown[]>()
  readonly #places = new Map<string, Record<string, string>[]>()
  readonly #addresses: string[] = []

  /** Collects ids from a response to an operation with these path parameters. */
  learn({ path }: Operation, parameters: Record<string, string>, body: unknown): void {
    const collection = collectionOf(path)
    const items = (body as { items?: unknown[] } | null)?.items
    for (const item of Array.isArray(items) ? items : [body]) {
      const { id } = (item ?? {}) as { id?: unknown }
      if (typeof id !== 'string') continue
      this.#keepPlace(collection, { ...parameters, '': id })
      this.keep(`${singularOf(collection)}Id`, id)
    }
    this.#walk(body)
  }

  keep(member: string, value: unknown): void {
    const kept = this.#byMember.get(member) ?? []
    this.#byMember.set(member, kept)
    keepIn(kept, value)
  }

  /**
   * Returns an id or another value for a member with this name or with a name of the same ending, such as
   * targetStoreId and storeId.
   */
  find(member: string, random: Random): unknown {
    const kept = this.#byMember.get(member)
    if (kept) return latest(kept, random)
    const wanted = member.toLowerCase()
    for (const [name, values] of this.#byMember) {
      if (name.length > 2 && wanted.endsWith(name.toLowerCase())) return latest(values, random)
    }
    return undefined
  }

  /** Forgets a deleted record. */
  forget({ path }: Operation, parameters: Record<string, string>): void {
    const id = Object.values(parameters).at(-1)
    const places = this.#places.get(collectionOf(path)) ?? []
    this.#places.set(
      collectionOf(path),
      places.filter((place) => place[''] !== id),
    )
    for (const [member, values] of this.#byMember) {
      const left = values.filter((value) => value !== id)
      if (left.length > 0) this.#byMember.set(member, left)
      else this.#byMember.delete(member)
    }
  }

  /** Returns the path parameters of an existing record, as far as they are known. */
  findPlace(path: string, random: Random): Record<string, string> {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
    const last = names.at(-1)
    if (last === undefined) return {}
    const places = this.#places.get(collectionOf(path))
    const { '': id, ...others } = places?.length ? latest(places, random) : ({} as Record<string, string>)
    const found: Record<string, string> = { ...others, ...(id !== undefined && { [last]: id }) }
    for (const name of names) {
      const value = found[name] ?? this.find(name, random)
      if (typeof value === 'string') found[name] = value
    }
    return found
  }

  /** Returns an address from a response that matches the path, such as that of a file. */
  findAddress(path: string, random: Random): string | undefined {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    const found = this.#addresses.filter((address) => pattern.test(address))
    return found.length > 0 ? random.pick(found) : undefined
  }

  #keepPlace(collection: string, place: Record<string, string>): void {
    const kept = this.#places.get(collection) ?? []
    this.#places.set(collection, kept)
    if (kept.some((each) => each[''] === place[''])) return
    keepIn(kept, place)
  }

  #walk(value: unknown): void {
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) this.#walk(item)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (typeof member === 'object') this.#walk(member)
        else if (typeof member === 'number') this.keep(name, member)
        else if (typeof member === 'string' && member !== '') this.#keepText(name, member)
      }
    }
  }

  #keepText(name: string, text: string): void {
    if (text.length > 1000) return
    if (text.startsWith('/')) keepIn(this.#addresses, text)
    if (name !== 'id') this.keep(name, text)
  }
}

function keepIn<T>(kept: T[], value: T): void {
  if (kept.includes(value)) return
  kept.push(value)
  if (kept.length > MOST_KEPT) kept.shift()
}

/** Picks a value, preferring recent ones, which this run has created and the next step needs. */
const latest = <T>(values: T[], random: Random): T =>
  random.pick(random.chance(0.5) ? values.slice(-5) : values)

/** Returns the path without its last parameter. */
export function collectionOf(path: string): string {
  const end = path.lastIndexOf('/{')
  return end < 0 ? path : path.slice(0, end)
}

/**
 * Returns the name of a member that refers to the collection, such as unitOfMeasure for
 * /api/catalog/units-of-measure.
 */
function singularOf(collection: string): string {
  const [first = '', ...rest] = (collection.split('/').at(-1) ?? '').split('-')
  const words = rest.includes('of')
    ? [singular(first), ...rest]
    : [first, ...rest].map((word, i, all) => (i === all.length - 1 ? singular(word) : word))
  return words.map((word, i) => (i === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1))).join('')
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')
