import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A small edit of the product's source, made as the module is loaded: the work tree stays as it is. */
export interface Edit {
  /** From the root of the repository. */
  file: string
  /** Stands in the file exactly once. */
  find: string
  replace: string
}

/** A mistake that is put into the product, to see that it is noticed. */
export interface Planted {
  name: string
  edits: readonly Edit[]
}

const ROOT = resolve(import.meta.dirname, '../..')

/** The text of a file with the mistake in it; as it is when the mistake is elsewhere. Throws when it no longer fits. */
export function edited({ name, edits }: Planted, file: string, text: string): string {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((so, { find, replace }) => {
      const [before, after, ...more] = so.split(find)
      if (before === undefined || after === undefined || more.length > 0)
        throw new Error(`the plant ${name} no longer applies to ${file}`)
      return `${before}${replace}${after}`
    }, text)
}

/** The path from the root of the repository; null for what a plant does not touch. */
export function plantedFile({ edits }: Planted, path: string): string | null {
  const file = path.slice(ROOT.length + 1)
  return edits.some((edit) => edit.file === file) ? file : null
}

/** All edits of a plant apply to the product as it is now; throws when they do not. */
export function checkPlant(plant: Planted): void {
  for (const { file } of plant.edits) edited(plant, file, readFileSync(resolve(ROOT, file), 'utf8'))
}

/** From now on Node loads modules with the mistake in them; none of them may have been loaded before. */
export function plantIn(plant: Planted): void {
  checkPlant(plant)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const file = url.startsWith('file:') ? plantedFile(plant, fileURLToPath(url)) : null
      return file === null ? loaded : { ...loaded, source: edited(plant, file, String(loaded.source)) }
    },
  })
}

/** The code of the database with the mistake in it: the files that it touches, which may be applied again. */
export function plantedStatements(plant: Planted): string[] {
  const files = new Set(plant.edits.map(({ file }) => file).filter((file) => file.endsWith('.sql')))
  return [...files].map((file) => edited(plant, file, readFileSync(resolve(ROOT, file), 'utf8')))
}
