import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { DATABASE_CODE, extentsOf, productFile, readProduct, type SymbolName } from './symbols.ts'

/** A small edit of the product's source, applied when a module is loaded. The files on disk stay unchanged. */
interface Edit {
  /** Declaration to be edited, in whichever file it is. */
  in: SymbolName
  /** Text that occurs exactly once in the declaration. A space matches any white space. */
  find: string
  replace: string
}

/** A mistake planted in the product to check that it is detected. */
export interface Planted {
  name: string
  edits: readonly Edit[]
}

/**
 * Returns the text of a file with the mistake, or unchanged when the mistake is in another file. Throws when
 * the edit cannot be applied.
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

/** Texts of the product's files, read at most once per process, and only when needed. */
let product: ReadonlyMap<string, string> | undefined

const wholeProduct = (): ReadonlyMap<string, string> => (product ??= readProduct())

/**
 * Returns the files edited by a plant, with their texts. Throws unless each symbol is declared in exactly one
 * file.
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

/** Throws unless all edits of a plant can be applied to the current product. */
export function checkPlant(plant: Planted): void {
  for (const [file, text] of sourcesOf(plant)) edited(plant, file, text)
}

/** Makes Node load modules with the mistake. None of them may have been loaded before. */
export function plantIn(plant: Planted): void {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const file = url.startsWith('file:') ? productFile(fileURLToPath(url)) : null
      return file === null ? loaded : { ...loaded, source: edited(plant, file, String(loaded.source)) }
    },
  })
}

/** Returns the texts of the SQL files that the mistake changes, with the mistake. They can be applied repeatedly. */
export function plantedStatements(plant: Planted): string[] {
  return [...readProduct(DATABASE_CODE)].flatMap(([file, text]) => {
    const statement = edited(plant, file, text)
    return statement === text ? [] : statement
  })
}
