import { newId } from '#shared/std/ids.ts'
import type { Random } from '#test/support/random.ts'
import type { Draft } from '../draft.ts'
import { asBytes, Raw, type Tree, writeJson } from '../json-text.ts'
import { choicesOf, resolve, type Schema } from '../schema.ts'
import type { Ground, Mutation, Weighted } from './mutation.ts'
import { deep, ODD_TIMES } from './odd-texts.ts'

/** Mutations of values in a JSON body. */

/** Maximum size of a value, which leaves room for the rest of the body within the size limit. */
const NEARLY_MEGABYTE = 1_000_000

/** JSON values that validation rules often overlook. */
const ODD_VALUES: readonly string[] = [
  'null',
  'true',
  '"true"',
  '-1',
  '0',
  '-0',
  '0.1',
  '0.12345',
  '1e-320',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740991',
  '9007199254740993',
  '1e21',
  '1e308',
  '1e999',
  '-1e999',
  '""',
  '" "',
  '"x"',
  '"1"',
  '"\\ud800"',
  '"a\\udfffb"',
  '"a\\u0000b"',
  '"\\u202e\\u200b\\ufeff"',
  '"\\u0001\\u001b[2J"',
  '"%00"',
  '"\'; DROP TABLE products; --"',
  '"<script>alert(1)</script>"',
  '"=HYPERLINK(\\"http://x\\")"',
  '"{{7*7}}<%= 7 %>"',
  '"../../../etc/passwd"',
  '"00000000-0000-0000-0000-000000000000"',
  '"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"',
  '[]',
  '[null]',
  '[[]]',
  '{}',
  '{"__proto__": {"id": 1}}',
  '{"constructor": {"prototype": {"isAdmin": true}}}',
  '{"toString": 1, "valueOf": 1, "length": -1}',
]

const manyMembers = (count: number): string =>
  Array.from({ length: count }, (_, i) => `"unknown${i}":${i}`).join(',')

interface Node {
  parent: Tree[] | { [name: string]: Tree }
  name: string | number
  schema: Schema
  path: string
}

/** Returns every node of the body with its schema, as far as it is known. */
function nodesOf(draft: Draft): Node[] {
  const nodes: Node[] = []
  const { document } = draft
  const walk = (tree: Tree, given: Schema | undefined, path: string): void => {
    if (typeof tree !== 'object' || tree === null || tree instanceof Raw) return
    const schema = resolve(document, given)
    const shaped = [schema, ...choicesOf(schema).map((each) => resolve(document, each))].find(
      ({ properties, items }) => properties ?? items,
    )
    for (const name of Array.isArray(tree) ? tree.keys() : Object.keys(tree)) {
      const member = Array.isArray(tree) ? shaped?.items : shaped?.properties?.[name]
      nodes.push({ parent: tree, name, schema: resolve(document, member), path: `${path}/${name}` })
      walk(at({ parent: tree, name }), member, `${path}/${name}`)
    }
  }
  walk(draft.body ?? null, draft.schema, '')
  return nodes
}

const at = ({ parent, name }: Pick<Node, 'parent' | 'name'>): Tree =>
  (parent as Record<string | number, Tree>)[name] as Tree
function put({ parent, name }: Node, value: Tree): void {
  ;(parent as Record<string | number, Tree>)[name] = value
}

function atNode(change: (node: Node, random: Random, ground: Ground) => string | undefined): Mutation {
  return (draft, random, ground) => {
    const nodes = nodesOf(draft)
    if (nodes.length === 0) return undefined
    const node = random.pick(nodes)
    const what = change(node, random, ground)
    return what && `${node.path}: ${what}`
  }
}

const oddValue = atNode((node, random) => {
  const text = random.pick(ODD_VALUES)
  put(node, new Raw(text))
  return text
})

const oddTime = atNode((node, random) => {
  const time = random.pick(ODD_TIMES)
  put(node, time)
  return time.slice(0, 60)
})

/** Replaces a value with one just inside or outside the bounds of its schema. */
const extreme = atNode((node, random) => {
  const {
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    minLength,
    maxLength,
    enum: choices,
  } = node.schema
  const numbers = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound - 0.0001, bound, bound + 0.0001, bound + 1],
  )
  const texts = [minLength, maxLength].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1].filter((length) => length >= 0),
  )
  if (numbers.length > 0) {
    const value = random.pick(numbers)
    put(node, value)
    return String(value)
  }
  if (texts.length > 0) {
    const value = random.pick(['x', 'ы', '😀', ' ', '\u0301']).repeat(random.pick(texts))
    put(node, value)
    return `${value.length} of ${JSON.stringify(value.slice(0, 2))}`
  }
  if (!choices) return undefined
  const value = random.pick(choices)
  put(node, typeof value === 'string' ? value.toLowerCase() : (value as Tree))
  return `${value} in small letters`
})

const removeMember: Mutation = (draft, random) => {
  const nodes = nodesOf(draft).filter(({ parent }) => !Array.isArray(parent))
  if (nodes.length === 0) return undefined
  const { parent, name, path } = random.pick(nodes)
  delete (parent as { [name: string]: Tree })[name]
  return `without ${path}`
}

const longText = atNode((node, random) => {
  const text = random.pick(['x', 'ы', ' ', '(', '1', '\\u0000', 'a@', '😀', '../', '0,', '\\'])
  const long = text.repeat(Math.floor(NEARLY_MEGABYTE / asBytes(JSON.stringify(text)).length))
  put(node, long)
  return `1 MB of ${text}`
})

const deepValue = atNode((node, random) => {
  const levels = random.pick([100, 20_000])
  put(node, new Raw(random.pick(deep(levels))))
  return `${levels} levels deep`
})

const wideValue = atNode((node, random) => {
  const value = at(node)
  const most = random.pick([101, 1001, 20_000])
  const text = writeJson(
    Array.isArray(value) && value.length > 0 ? (value[0] as Tree) : random.pick([null, {}, 'x']),
  )
  const count = Math.max(1, Math.min(most, Math.floor(NEARLY_MEGABYTE / (text.length + 1))))
  put(node, new Raw(`[${Array(count).fill(text).join(',')}]`))
  return `a list of ${count}`
})

const badUtf8 = atNode((node, random) => {
  const bytes = random.pick(['\xc3\x28', '\xed\xa0\x80', '\xff', '\xf8\x88\x80\x80\x80', '\xc0\x80'])
  put(node, new Raw(`"a${bytes}b"`))
  return 'bad UTF-8'
})

const foreignId = atNode((node, random, { foreignIds }) => {
  if (node.schema.format !== 'uuid') return undefined
  put(node, random.pick(foreignIds))
  return "another organization's id"
})

const strangeId = atNode((node, random) => {
  if (node.schema.format !== 'uuid') return undefined
  put(node, random.pick([newId(), String(at(node)).toUpperCase(), `{${at(node)}}`, `urn:uuid:${at(node)}`]))
  return 'a strange id'
})

/** Duplicates the items of a list. */
const twice = atNode((node) => {
  const value = at(node)
  if (!Array.isArray(value) || value.length === 0) return undefined
  put(node, [...value, ...value])
  return 'everything twice'
})

function spliced(what: (random: Random) => [label: string, members: string]): Mutation {
  return (draft, random) => {
    if (draft.body === undefined || draft.contentType !== 'application/json') return undefined
    const objects = nodesOf(draft).filter((node) => {
      const value = at(node)
      return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Raw)
    })
    const [label, members] = what(random)
    const splice = (tree: Tree): Raw => {
      const text = writeJson(tree)
      return new Raw(text === '{}' ? `{${members}}` : `{${members},${text.slice(1)}`)
    }
    if (objects.length > 0 && random.chance(0.4)) {
      const node = random.pick(objects)
      put(node, splice(at(node)))
      return `${node.path}: ${label}`
    }
    if (Array.isArray(draft.body) || typeof draft.body !== 'object' || draft.body instanceof Raw)
      return undefined
    draft.body = splice(draft.body)
    return label
  }
}

const unknownMembers = spliced((random) => {
  const count = random.weighted([
    [1, 6],
    [30, 3],
    [4_000, 1],
    [50_000, 0.3],
  ])
  return [`${count} unknown members`, manyMembers(count)]
})
const protoMembers = spliced((random) => {
  const members = random.pick([
    '"__proto__":{"isAdmin":true}',
    '"constructor":{"prototype":{"isAdmin":true}}',
    '"__proto__":null',
    '"__proto__":[]',
    '"hasOwnProperty":1',
    '"toJSON":1',
    '"then":1',
  ])
  return [members, members]
})
const repeatedMembers = spliced((random) => {
  const members = random.pick(['"id":1,"id":2', '"name":null', '"version":1', '"lines":[]', '"type":1'])
  return [`members given twice: ${members}`, members]
})
const longName = spliced(() => ['a name of 500 KB', `"${'n'.repeat(500_000)}":1`])

export const OF_VALUES: Weighted = [
  [oddValue, 16],
  [oddTime, 5],
  [extreme, 12],
  [removeMember, 5],
  [longText, 1.2],
  [deepValue, 1.5],
  [wideValue, 2],
  [badUtf8, 2],
  [foreignId, 4],
  [strangeId, 2],
  [twice, 2],
  [unknownMembers, 2.5],
  [protoMembers, 2],
  [repeatedMembers, 1.5],
  [longName, 0.3],
]
