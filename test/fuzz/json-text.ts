/** A value to be sent as JSON, with places where the text is given. */
export type Tree = null | boolean | number | string | Raw | Tree[] | { [name: string]: Tree }

/** JSON text that no value stands for, a character per byte: 1e999, half a surrogate pair, bytes that are no UTF-8. */
export class Raw {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Returns the text of it, a character per byte. Members without a value are left out, as JSON.stringify does. */
export function writeJson(tree: Tree): string {
  if (tree instanceof Raw) return tree.text
  if (Array.isArray(tree)) return `[${tree.map(writeJson).join(',')}]`
  if (typeof tree !== 'object' || tree === null) return asBytes(JSON.stringify(tree))
  return `{${Object.entries(tree)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${asBytes(JSON.stringify(name))}:${writeJson(member)}`)
    .join(',')}}`
}

/** Text as its UTF-8, a character per byte. */
export const asBytes = (text: string): string => Buffer.from(text).toString('latin1')
