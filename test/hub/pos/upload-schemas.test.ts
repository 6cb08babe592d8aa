import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SALE_SCHEMA } from '#shared/sync/sale.ts'
import { TILL_RECORD_SCHEMA } from '#shared/sync/shift.ts'
import { enrolDevice } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/uploads')
const EXAMPLES = readdirSync(FOLDER).sort()
const typeOf = (example: string) => example.replace(/-v\d+\.json$/, '')

/** Newest schema that tills write, by upload type. */
const NEWEST = {
  sale: SALE_SCHEMA,
  shift_opened: TILL_RECORD_SCHEMA,
  shift_closed: TILL_RECORD_SCHEMA,
  cash_movement: TILL_RECORD_SCHEMA,
  till_event: TILL_RECORD_SCHEMA,
}

describe('upload schemas', () => {
  const door = useHub()

  it('includes an example of every schema version', () => {
    const versions = Object.entries(NEWEST).flatMap(([type, newest]) =>
      Array.from({ length: newest }, (_, i) => `${type}-v${i + 1}.json`),
    )
    expect(EXAMPLES).toEqual(versions.sort())
  })

  it.each(EXAMPLES)('accepts uploads of every published schema: %s', async (example) => {
    const device = await enrolDevice(door, await signUp(door))
    const text = readFileSync(join(FOLDER, example), 'utf8')
    const { id } = JSON.parse(text)
    const answer = await device.upload([device.item(text, { id, type: typeOf(example) })])
    expect(answer.body.results).toMatchObject([{ id, result: 'accepted' }])
  })

  it.each(EXAMPLES)('quarantines uploads of an unknown schema: %s', async (example) => {
    const device = await enrolDevice(door, await signUp(door))
    const body = JSON.parse(readFileSync(join(FOLDER, example), 'utf8'))
    const answer = await device.upload([device.item({ ...body, schema: 99 }, { type: typeOf(example) })])
    expect(answer.body.results).toMatchObject([
      { result: 'quarantined', reasons: [{ code: 'unknown_schema' }] },
    ])
  })
})
