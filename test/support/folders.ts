import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestFolder extends Disposable {
  path: string
  remove(): void
}

/** A new empty folder, removed with all that is in it: `using folder = createTestFolder()`. */
export function createTestFolder(purpose = 'test'): TestFolder {
  const path = mkdtempSync(join(fastFolder(), `counterfoil-${purpose}-`))
  // Root's PostgreSQL runs as another user, who must be able to enter.
  chmodSync(path, 0o755)
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  return { path, remove, [Symbol.dispose]: remove }
}

const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 2 * 1024 ** 3

/** In memory where there is room: no test lives through a power cut. */
function fastFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > ROOM_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
