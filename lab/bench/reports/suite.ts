import type { Measurement } from '../harness/bench.ts'
import { BACKLOG } from './backlog.ts'
import { DASHBOARD } from './dashboard.ts'
import { MARKS } from './marks.ts'
import { REPORTS } from './reports.ts'

export const REPORTS_SUITE: readonly Measurement[] = [REPORTS, DASHBOARD, MARKS, BACKLOG]
