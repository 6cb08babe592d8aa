import { currentPlant } from './plant.ts'
import { plantIn } from './planting.ts'

// Preload module (`node --import`) that runs before a thread or program started by a test loads any product
// code.
const plant = currentPlant()
if (plant) plantIn(plant)
