import type { Measurement } from '../harness/bench.ts'
import { POSTING_WITHOUT_AUDIT_LOG } from './audit.ts'
import { LISTS } from './lists.ts'
import { POSTING, POSTING_BESIDE_HISTORY } from './posting.ts'
import { REPLAY } from './replay.ts'

export const DOCUMENTS_SUITE: readonly Measurement[] = [
  POSTING,
  POSTING_BESIDE_HISTORY,
  POSTING_WITHOUT_AUDIT_LOG,
  REPLAY,
  LISTS,
]
