import type { Measurement } from '../harness/bench.ts'
import { FIRST_DOWNLOAD, FIRST_DOWNLOAD_LARGE } from './first-download.ts'
import { IDLE_AGENTS } from './idle-agents.ts'
import { PRICE_CHANGE } from './price-change.ts'
import { SALE_COMMIT } from './sale-commit.ts'
import { UPLOAD } from './upload.ts'

export const SYNC_SUITE: readonly Measurement[] = [
  FIRST_DOWNLOAD,
  FIRST_DOWNLOAD_LARGE,
  PRICE_CHANGE,
  UPLOAD,
  SALE_COMMIT,
  IDLE_AGENTS,
]
