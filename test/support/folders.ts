import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestFolder extends Disposable {
  path: string
  remove(): void
}

/** A new empty folder, removed with all that is in it: `using folder = createTestFolder()`. */
export function createTestFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'counterfoil-test-'))
  // Root's PostgreSQL runs as another user, who must be able to enter.
  chmodSync(path, 0o755)
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  return { path, remove, [Symbol.dispose]: remove }
}
