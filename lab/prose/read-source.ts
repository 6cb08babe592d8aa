import { parseSync } from 'oxc-parser'

/** A text to be checked, with its first line. */
export interface SourceText {
  kind: 'comment' | 'docstring' | 'title' | 'page'
  text: string
  line: number
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** JSX attributes that are displayed or read aloud. */
const SHOWN_ATTRIBUTES = new Set('alt aria-label description label placeholder title'.split(' '))
const TEST_FUNCTIONS = new Set(['it', 'test'])

/** Returns the comments, test titles and JSX texts of a TypeScript file. */
export function readSource(file: string, source: string): SourceText[] {
  const { comments, program } = parseSync(file, source)
  const texts: SourceText[] = []
  const add = (kind: SourceText['kind'], text: string, offset: number) =>
    texts.push({ kind, text, line: source.slice(0, offset).split('\n').length })
  for (const { type, value, start } of comments) {
    const isDocstring = type === 'Block' && value.startsWith('*')
    add(isDocstring ? 'docstring' : 'comment', withoutMarks(value), start)
  }
  visit(program as unknown as Node, (node) => {
    const title = titleOf(node)
    if (title) add('title', title.text, title.start)
    if (node.type === 'JSXText') add('page', String(node.value), node.start)
    if (node.type === 'JSXAttribute' && SHOWN_ATTRIBUTES.has(nameOf(node.name))) {
      const value = node.value as Node | null
      if (value?.type === 'Literal') add('page', String(value.value), value.start)
    }
  })
  return texts
}

/** Removes the stars of a block comment and joins its lines. Blank lines are kept. */
const withoutMarks = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .replace(/^\*\s*/, '')
    .replace(/(\S)\n(?=[^\s*-])/g, '$1 ')
    .trim()

function titleOf({ type, callee, arguments: given }: Node): { text: string; start: number } | undefined {
  if (type !== 'CallExpression' || !TEST_FUNCTIONS.has(nameOf(rootOf(callee as Node)))) return undefined
  const [title] = given as Node[]
  if (title?.type === 'Literal' && typeof title.value === 'string')
    return { text: title.value, start: title.start }
  if (title?.type !== 'TemplateLiteral') return undefined
  const parts = (title.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw)
  return { text: parts.join('…'), start: title.start }
}

/** Returns the called function without its members, such as `it` for `it.each(rows)`. */
const rootOf = (node: Node): Node => {
  const inner = (node.object ?? node.callee) as Node | undefined
  return inner ? rootOf(inner) : node
}

const nameOf = (node: unknown): string => String((node as { name?: unknown } | null)?.name ?? '')

function visit(node: Node, look: (node: Node) => void): void {
  look(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, look)
    }
  }
}
