import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { DATABASE_CODE, extentsOf, productFile, readProduct, type SymbolName } from './symbols.ts'

/** A small edit of the product's source, applied when the module is loaded: the work tree stays unchanged. */
interface Edit {
  /** Declaration to edit, wherever it is. */
  in: SymbolName
  /** Text that occurs in the declaration exactly once; a space matches any white space. */
  find: string
  replace: string
}

/** A mistake that is put into the product to see that it is noticed. */
export interface Planted {
  name: string
  edits: readonly Edit[]
}

/**
 * Returns the text of a file with the mistake in it; unchanged when the mistake is in another file. Throws
 * when the edit does not apply.
 */
export function edited({ name, edits }: Planted, file: string, text: string): string {
  return edits.reduce((so, edit) => {
    const extents = extentsOf(edit.in, file, so)
    if (extents.length === 0) return so
    const found = extents.flatMap(({ start, end }) =>
      [...so.slice(start, end).matchAll(patternOf(edit.find))].map((match) => ({
        from: start + match.index,
        to: start + match.index + match[0].length,
      })),
    )
    const [only, ...more] = found
    if (only === undefined || more.length > 0)
      throw new Error(
        `the plant ${name} does not apply: ${edit.in} (${file}) has ${found.length} times ${edit.find}`,
      )
    return so.slice(0, only.from) + edit.replace + so.slice(only.to)
  }, text)
}

function patternOf(find: string): RegExp {
  const words = find.trim().split(/\s+/)
  return new RegExp(words.map((word) => word.replace(/\W/g, '\\$&')).join('\\s+'), 'g')
}

/** Returns the product's files, read once per process and only when declarations are looked up. */
let product: ReadonlyMap<string, string> | undefined

const wholeProduct = (): ReadonlyMap<string, string> => (product ??= readProduct())

/**
 * Returns the files that a plant edits, with their texts. Throws unless each symbol is declared in exactly
 * one file.
 */
export function sourcesOf(
  { name, edits }: Planted,
  files: ReadonlyMap<string, string> = wholeProduct(),
): ReadonlyMap<string, string> {
  return new Map(
    edits.map((edit) => {
      const [source, ...more] = [...files].filter(([file, text]) => extentsOf(edit.in, file, text).length > 0)
      if (source === undefined)
        throw new Error(`the plant ${name} does not apply: nothing declares ${edit.in}`)
      if (more.length > 0)
        throw new Error(
          `the plant ${name} does not apply: ${edit.in} is in ${[source, ...more].map(([file]) => file).join(', ')}`,
        )
      return source
    }),
  )
}

/** Checks that all edits of a plant apply to the present product; throws when they do not. */
export function checkPlant(plant: Planted): void {
  for (const [file, text] of sourcesOf(plant)) edited(plant, file, text)
}

/** Makes Node load modules with the mistake in them. None of them may have been loaded before. */
export function plantIn(plant: Planted): void {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const file = url.startsWith('file:') ? productFile(fileURLToPath(url)) : null
      return file === null ? loaded : { ...loaded, source: edited(plant, file, String(loaded.source)) }
    },
  })
}

/** Returns the SQL files that the mistake changes, with the mistake in them; they may be applied again. */
export function plantedStatements(plant: Planted): string[] {
  return [...readProduct(DATABASE_CODE)].flatMap(([file, text]) => {
    const statement = edited(plant, file, text)
    return statement === text ? [] : statement
  })
}
