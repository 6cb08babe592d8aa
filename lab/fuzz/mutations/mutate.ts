import type { Random } from '#test/support/random.ts'
import type { Draft } from '../draft.ts'
import { OF_BODIES } from './bodies.ts'
import { OF_FORMS } from './forms.ts'
import type { Ground, Weighted } from './mutation.ts'
import { OF_REQUESTS } from './requests.ts'
import { OF_VALUES } from './values.ts'

const ALL: Weighted = [...OF_VALUES, ...OF_BODIES, ...OF_FORMS, ...OF_REQUESTS]

/** Applies one to three mutations to the draft, either only to values or anywhere. */
export function mutate(
  draft: Draft,
  random: Random,
  ground: Ground,
  where: 'values' | 'anywhere' = 'anywhere',
): void {
  const wanted = random.weighted([
    [1, 6],
    [2, 3],
    [3, 1],
  ])
  const mutations = where === 'values' ? OF_VALUES : ALL
  for (let tries = 0; draft.mutations.length < wanted && tries < 60; tries++) {
    const what = random.weighted(mutations)(draft, random, ground)
    if (what !== undefined) draft.mutations.push(what)
  }
}
