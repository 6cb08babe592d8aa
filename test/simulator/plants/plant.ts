import { PLANTS, type Plant } from './plants.ts'

export function findPlant(name: string): Plant {
  const plant = PLANTS.find((each) => each.name === name)
  if (!plant) throw new Error(`there is no plant ${name}`)
  return plant
}
