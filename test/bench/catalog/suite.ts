import type { Measurement } from '../harness/bench.ts'
import { EXPORT, IMPORT } from './files.ts'
import { LOOKUPS_MEASUREMENT } from './lookups.ts'

export const CATALOG_SUITE: readonly Measurement[] = [LOOKUPS_MEASUREMENT, EXPORT, IMPORT]
