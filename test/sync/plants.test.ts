import { describe, expect, it } from 'vitest'
import { findPlants, PLANT_SIZE } from '../simulator/find-plants.ts'
import { checkPlant } from '../simulator/plants/plant.ts'
import { PLANTS, type Plant } from '../simulator/plants/plants.ts'
import { prepareGround } from '../simulator/simulate.ts'

describe('a mistake that was planted', () => {
  it('is found, whichever it is', { timeout: 600_000 }, async () => {
    await using ground = await prepareGround()
    const found = await findPlants(ground, PLANTS, { seeds: 200, size: PLANT_SIZE })
    expect(found).toHaveLength(PLANTS.length)
    expect(found.filter(({ seed }) => seed === null).map(({ name }) => name)).toEqual([])
  })

  it('is not looked for when the source is no longer the one it was made for', () => {
    const [plant] = PLANTS as [Plant, ...Plant[]]
    const edits = plant.edits.map((edit) => ({ ...edit, find: `${edit.find} and more` }))
    expect(() => checkPlant({ ...plant, edits })).toThrow(`the plant ${plant.name} no longer applies`)
  })
})
