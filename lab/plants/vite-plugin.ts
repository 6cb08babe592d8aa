import type { Plugin } from 'vitest/config'
import { currentPlant } from './plant.ts'
import { edited } from './planting.ts'
import { productFile } from './symbols.ts'

/** Returns plugins that plant the mistake of this run in the modules that vitest loads. */
export function plantPlugins(): Plugin[] {
  const plant = currentPlant()
  if (!plant) return []
  /** Returns the code with the mistake; null for a file without the mistake. */
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
      // Keeps cached modules of other plants apart.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id, sourceCode }) =>
          withMistake(id, sourceCode) === null ? undefined : false,
        ),
    },
  ]
}
