import type { Measurement } from '../harness/bench.ts'
import { IMPORT } from './imports.ts'
import { LARGE_CATALOG } from './large-catalog.ts'

export const CATALOG_SUITE: readonly Measurement[] = [LARGE_CATALOG, IMPORT]
