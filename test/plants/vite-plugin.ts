import type { Plugin } from 'vitest/config'
import { currentPlant } from './plant.ts'
import { edited, plantedFile } from './planting.ts'

/** Plants the mistake of this run in the modules that vitest loads. */
export function plantPlugins(): Plugin[] {
  const plant = currentPlant()
  if (!plant) return []
  return [
    {
      name: 'plant',
      enforce: 'pre',
      transform: (code, id) => {
        const file = plantedFile(plant, id)
        return file === null ? null : edited(plant, file, code)
      },
      // What other plants have left there is not taken for this one's.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (plantedFile(plant, id) === null ? undefined : false)),
    },
  ]
}
