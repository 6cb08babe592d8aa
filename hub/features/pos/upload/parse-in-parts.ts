import { setImmediate } from 'node:timers/promises'
import { excessOf, JSON_LIMITS } from '#shared/json/json-limits.ts'
import { UPLOAD_MAX_ITEMS } from '#shared/sync/upload.ts'
import { childrenOf } from './json-children.ts'

/** An item that is nested too deep, or is too large, to be parsed. */
export class Unparsed {
  readonly text: string
  /** Text of the reason. */
  readonly excess: string
  /** Members that can be parsed. */
  readonly members: Record<string, unknown>

  constructor(text: string, excess: string, members: Record<string, unknown>) {
    this.text = text
    this.excess = excess
    this.members = members
  }
}

/**
 * Parses the body of an upload that is too deep, or too large, to be parsed at once: each member and each
 * item by itself, with pauses for other requests. One excessive item does not prevent reading the others.
 * Returns null when the text is no object. Throws SyntaxError.
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
    // More items are refused.
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

/** Limit above the members of any body or item. */
const MOST_MEMBERS = 100

async function* membersOf(text: string): AsyncGenerator<{ name: string; value: string }> {
  let count = 0
  for await (const { name, from, to } of childrenOf(text)) {
    count += 1
    if (count > MOST_MEMBERS) return
    yield { name: String(JSON.parse(name ?? '')), value: text.slice(from, to) }
  }
}
