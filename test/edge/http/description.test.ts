import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { boundsOf, fullBody, type Place, placesOf } from '#lab/fuzz/bounds.ts'
import type { Tree } from '#lab/fuzz/json-text.ts'
import { Known } from '#lab/fuzz/known.ts'
import { agentOperations, nameOf } from '#lab/fuzz/operations.ts'
import type { Schema } from '#lab/fuzz/schema.ts'
import type { Ground } from '#lab/fuzz/valid-value.ts'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { Random } from '#test/support/random.ts'

/** Input schemas, in the order of the operations. */
const INPUTS = Object.keys(TILL_ROUTES).map(
  (key) => TILL_INPUTS[key as keyof typeof TILL_ROUTES] as { body?: z.ZodType },
)

/**
 * True when the pointer or one of its ancestors is reported. A union reports a value that matches none of its
 * options at its own pointer.
 */
const isRefused = (refused: readonly string[], { pointer }: Place): boolean =>
  refused.some((each) => pointer === each || pointer.startsWith(`${each}/`))

describe('the API description of the agent', () => {
  const ground: Ground = { document: {}, known: new Known(), random: new Random('description') }
  const bodies = agentOperations().flatMap((operation, i) => {
    const schema = operation.body[0]?.schema
    const body = INPUTS[i]?.body
    return schema && body ? [{ name: nameOf(operation), schema, body }] : []
  })

  function refusedBy(body: z.ZodType, schema: Schema, option: number, place: Place, value: Tree): string[] {
    const within = { ...ground, document: schema }
    const sent = fullBody(within, schema, option, {
      value: ({ pointer }) => (pointer === place.pointer ? value : undefined),
    })
    return (body.safeParse(sent).error?.issues ?? []).map(
      ({ path }) => `#${path.map((key) => `/${String(key)}`).join('')}`,
    )
  }

  it('describes the bounds and defaults that the agent applies', () => {
    const faults: string[] = []
    let tried = 0
    for (const { name, schema, body } of bodies)
      for (let option = 0, options = 1; option < options; option += 1) {
        const found = placesOf({ ...ground, document: schema }, schema, option)
        options = Math.max(options, found.options)
        for (const place of found.places) {
          const { below, beyond, least, most } = boundsOf(place.schema)
          const isText = [place.schema.type].flat().includes('string') && !place.schema.enum
          for (const value of [below, beyond].filter((each) => each !== undefined)) {
            tried += 1
            if (!isRefused(refusedBy(body, schema, option, place, value), place))
              faults.push(`${name} ${place.pointer} takes ${String(value).slice(0, 40)}`)
          }
          for (const value of [...(isText ? [] : [least, most]), place.schema.default as Tree | undefined]) {
            if (value === undefined) continue
            tried += 1
            const refused = refusedBy(body, schema, option, place, value)
            if (refused.includes(place.pointer))
              faults.push(`${name} ${place.pointer} refuses ${JSON.stringify(value)}`)
          }
        }
      }
    expect(faults).toEqual([])
    expect(tried).toBeGreaterThan(100)
  })
})
