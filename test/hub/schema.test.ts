import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { describe, expect, it } from 'vitest'
import * as schema from '#hub/db/tables/schema.ts'

const META = join(import.meta.dirname, '../../hub/db/migrations/meta')

describe('database migrations', () => {
  it('matches the tables described in the code', async () => {
    const snapshots = readdirSync(META).filter((name) => name.endsWith('_snapshot.json'))
    expect(snapshots).toHaveLength(1)
    const migrated = JSON.parse(readFileSync(join(META, snapshots[0] ?? ''), 'utf8'))
    const described = generateDrizzleJson(schema, migrated.id, undefined, 'snake_case')
    expect(await generateMigration(migrated, described)).toEqual([])
  })
})
