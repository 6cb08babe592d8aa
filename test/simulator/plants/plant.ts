import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PLANTS, type Plant } from './plants.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

export function findPlant(name: string): Plant {
  const plant = PLANTS.find((each) => each.name === name)
  if (!plant) throw new Error(`there is no plant ${name}`)
  return plant
}

/** The text with the mistake in it. Throws when it is not the text that the mistake was made for. */
function edited(plant: Plant, file: string, text: string): string {
  return plant.edits
    .filter((edit) => edit.file === file)
    .reduce((so, { find, replace }) => {
      const [before, after, ...more] = so.split(find)
      if (before === undefined || after === undefined || more.length > 0)
        throw new Error(`the plant ${plant.name} no longer applies to ${file}`)
      return `${before}${replace}${after}`
    }, text)
}

/** All edits of a plant apply to the product as it is now; throws when they do not. */
export function checkPlant(plant: Plant): void {
  for (const { file } of plant.edits) edited(plant, file, readFileSync(resolve(ROOT, file), 'utf8'))
}

/** From now on modules are loaded with the mistake in them; none of them may have been loaded before. */
export function plantIn(plant: Plant): void {
  checkPlant(plant)
  const files = new Set(plant.edits.map(({ file }) => file))
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      if (!url.startsWith('file:')) return loaded
      const file = fileURLToPath(url).slice(ROOT.length + 1)
      if (!files.has(file)) return loaded
      return { ...loaded, source: edited(plant, file, String(loaded.source)) }
    },
  })
}

/** What a plant changes in the database: the statements of migrations that it touches, made anew. */
export function plantedStatements(plant: Plant): string[] {
  return plant.edits
    .filter(({ file }) => file.endsWith('.sql'))
    .map(({ file, find, replace }) => {
      const text = readFileSync(resolve(ROOT, file), 'utf8')
      const statement = text.split('--> statement-breakpoint').find((each) => each.includes(find)) ?? ''
      return statement.replace(find, replace).replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION')
    })
}
