import { DOWNLOADS } from './areas/downloads.ts'
import { FISCAL } from './areas/fiscal.ts'
import { JOURNAL } from './areas/journal.ts'
import { POINTS } from './areas/points.ts'
import { TILLS } from './areas/tills.ts'
import { UPLOADS } from './areas/uploads.ts'
import { VOUCHERS } from './areas/vouchers.ts'
import type { Plant } from './plant.ts'

/** Plants by the area of the mistake. */
export const PLANTS: readonly Plant[] = [
  ...JOURNAL,
  ...UPLOADS,
  ...DOWNLOADS,
  ...POINTS,
  ...VOUCHERS,
  ...FISCAL,
  ...TILLS,
]
