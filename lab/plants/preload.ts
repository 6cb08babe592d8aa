import { currentPlant } from './plant.ts'
import { plantIn } from './planting.ts'

// Runs before a thread or a program that a test starts loads a line of the product (`node --import`).
const plant = currentPlant()
if (plant) plantIn(plant)
