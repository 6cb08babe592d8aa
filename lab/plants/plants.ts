import { CATALOG } from './areas/catalog.ts'
import { DOCUMENTS } from './areas/documents.ts'
import { DOWNLOADS } from './areas/downloads.ts'
import { EDGE } from './areas/edge.ts'
import { FISCAL } from './areas/fiscal.ts'
import { LEDGER } from './areas/ledger.ts'
import { ORGANIZATION } from './areas/organization.ts'
import { PLATFORM } from './areas/platform.ts'
import { REPORTS } from './areas/reports.ts'
import { SALES } from './areas/sales.ts'
import { STOCKS } from './areas/stock.ts'
import { UPLOADS } from './areas/uploads.ts'
import type { Plant } from './plant.ts'

/**
 * All plants, by the affected area. Mistakes that only a schedule of faults can reveal are in
 * lab/simulator/plants.
 */
export const PLANTS: readonly Plant[] = [
  ...PLATFORM,
  ...ORGANIZATION,
  ...CATALOG,
  ...DOCUMENTS,
  ...LEDGER,
  ...STOCKS,
  ...SALES,
  ...FISCAL,
  ...REPORTS,
  ...UPLOADS,
  ...DOWNLOADS,
  ...EDGE,
]
