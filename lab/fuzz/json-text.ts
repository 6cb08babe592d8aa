/** Value to be sent as JSON, which can contain raw text. */
export type Tree = null | boolean | number | string | Raw | Tree[] | { [name: string]: Tree }

/**
 * JSON text that no value can represent, with one character per byte: 1e999, a lone surrogate, bytes that are
 * not UTF-8.
 */
export class Raw {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Returns the JSON text with one character per byte. Omits members without a value, like JSON.stringify. */
export function writeJson(tree: Tree): string {
  if (tree instanceof Raw) return tree.text
  if (Array.isArray(tree)) return `[${tree.map(writeJson).join(',')}]`
  if (typeof tree !== 'object' || tree === null) return asBytes(JSON.stringify(tree))
  return `{${Object.entries(tree)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${asBytes(JSON.stringify(name))}:${writeJson(member)}`)
    .join(',')}}`
}

/** Returns the UTF-8 encoding of a text with one character per byte. */
export const asBytes = (text: string): string => Buffer.from(text).toString('latin1')
