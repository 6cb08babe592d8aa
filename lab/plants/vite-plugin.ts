import type { Plugin } from 'vitest/config'
import { currentPlant } from './plant.ts'
import { edited } from './planting.ts'
import { productFile } from './symbols.ts'

/** Returns plugins that plant the mistake of this run in modules loaded by vitest. */
export function plantPlugins(): Plugin[] {
  const plant = currentPlant()
  if (!plant) return []
  /** Returns the code with the mistake, or null when the file does not contain it. */
  const withMistake = (id: string, code: string): string | null => {
    const file = productFile(id)
    const text = file === null ? code : edited(plant, file, code)
    return text === code ? null : text
  }
  return [
    {
      name: 'plant',
      enforce: 'pre',
      transform: (code, id) => withMistake(id, code),
      // Separates the cached modules of different plants.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id, sourceCode }) =>
          withMistake(id, sourceCode) === null ? undefined : false,
        ),
    },
  ]
}
