import type { Measurement } from '../harness/bench.ts'
import { FIRST_LOAD } from './first-load.ts'
import { GRID } from './grid.ts'
import { LISTS } from './lists.ts'

export const CONSOLE_SUITE: readonly Measurement[] = [FIRST_LOAD, LISTS, GRID]
