import { listOf } from '#shared/contracts/endpoint.ts'
import { PROGRAMS } from '#shared/contracts/loyalty/programs.ts'
import { reference } from '../fields/reference.ts'

export const PROGRAM = reference({ endpoint: listOf(PROGRAMS), nameOf: ({ name }) => name })
