import { setImmediate } from 'node:timers/promises'
import { excessOf, JSON_LIMITS } from '#shared/json/json-limits.ts'
import { UPLOAD_MAX_ITEMS } from '#shared/sync/upload.ts'
import { childrenOf } from './json-children.ts'

/** An item that cannot be parsed because it is too deeply nested or too large. */
export class Unparsed {
  readonly text: string
  /** Message that states which limit was exceeded. */
  readonly excess: string
  /** Members of the item that can be parsed. */
  readonly members: Record<string, unknown>

  constructor(text: string, excess: string, members: Record<string, unknown>) {
    this.text = text
    this.excess = excess
    this.members = members
  }
}

/**
 * Parses the body of an upload that is too deep or too large to be parsed at once. Parses each member and
 * each item separately, with pauses for other requests, so that one excessive item does not prevent reading
 * the others. Returns null when the text is not an object. Throws SyntaxError.
 */
export async function parseInParts(text: string): Promise<unknown> {
  const members: Record<string, unknown> = {}
  if (!/^\s*{/.test(text)) return null
  for await (const { name, value } of membersOf(text)) {
    if (name === 'sales' && value.startsWith('[')) members.sales = await itemsOf(value)
    else if (!excessOf(value, JSON_LIMITS)) members[name] = JSON.parse(value)
  }
  return members
}

async function itemsOf(sales: string): Promise<unknown[]> {
  const items: unknown[] = []
  for await (const { from, to } of childrenOf(sales)) {
    items.push(await itemOf(sales.slice(from, to)))
    // The caller refuses an upload with more items.
    if (items.length > UPLOAD_MAX_ITEMS) return items
    await setImmediate()
  }
  return items
}

async function itemOf(text: string): Promise<unknown> {
  const excess = excessOf(text, JSON_LIMITS)
  if (!excess) return JSON.parse(text)
  const members: Record<string, unknown> = {}
  if (text.startsWith('{'))
    for await (const { name, value } of membersOf(text))
      if (!excessOf(value, JSON_LIMITS)) members[name] = JSON.parse(value)
  return new Unparsed(text, excess, members)
}

/** Upper limit for the number of members in a body or an item. */
const MOST_MEMBERS = 100

async function* membersOf(text: string): AsyncGenerator<{ name: string; value: string }> {
  let count = 0
  for await (const { name, from, to } of childrenOf(text)) {
    count += 1
    if (count > MOST_MEMBERS) return
    yield { name: String(JSON.parse(name ?? '')), value: text.slice(from, to) }
  }
}
