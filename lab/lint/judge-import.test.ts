import { describe, expect, it } from 'vitest'
import { judgeImport } from './judge-import.ts'
import { readImports } from './read-imports.ts'

describe('judgeImport', () => {
  it.each([
    ['shared/contracts/common.ts', 'shared/domain/fields.ts'],
    ['hub/features/sales/routes.ts', 'hub/features/sales/fiscal/read-fiscal-receipts.ts'],
    ['hub/features/fleet/work-list/routes.ts', 'hub/features/work-items/settle-work-item.ts'],
    ['hub/app.ts', 'hub/features/sales/routes.ts'],
    ['hub/context.ts', 'hub/features/pos/snapshot/snapshots.ts'],
    ['edge/features/cart/routes.ts', 'shared/contracts/till/till.ts'],
  ])('lets %s import %s', (file, imported) => {
    expect(judgeImport(file, imported)).toBeUndefined()
  })

  it.each([
    ['shared/domain/fields.ts', 'shared/contracts/common.ts', 'not below it'],
    ['hub/db/migrate.ts', 'hub/jobs/queues.ts', 'not below it'],
    ['hub/features/pos/routes.ts', 'hub/features/fleet/devices/alerts.ts', 'not below it'],
    ['hub/features/fleet/routes.ts', 'hub/features/pos/upload/custody.ts', 'private to its feature'],
    ['hub/console/src/main.tsx', 'hub/app.ts', 'imports shared alone'],
    ['shared/domain/fields.ts', 'test/support/random.ts', 'imports shared alone'],
    ['hub/new-folder/file.ts', 'shared/domain/fields.ts', 'has no place'],
  ])('refuses that %s imports %s', (file, imported, fault) => {
    expect(judgeImport(file, imported)).toContain(fault)
  })
})

it('reads imports of values and types, exports and dynamic imports', () => {
  const source = `import type { Tx } from '#hub/db/transact.ts'
import { z } from 'zod'
import words from './words.json' with { type: 'json' }
export { sum } from '../sum.ts'
const page = () => import('./page.tsx')`
  expect(readImports('hub/jobs/file.ts', source)).toEqual([
    { file: 'hub/db/transact.ts', line: 1 },
    { file: 'hub/sum.ts', line: 4 },
    { file: 'hub/jobs/page.tsx', line: 5 },
  ])
})
