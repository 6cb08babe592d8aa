import type { Measurement } from '../harness/bench.ts'
import { LARGE_CART } from './large-cart.ts'
import { SEARCH } from './search.ts'
import { SELLING } from './selling.ts'

export const TILL_SUITE: readonly Measurement[] = [SELLING, LARGE_CART, SEARCH]
