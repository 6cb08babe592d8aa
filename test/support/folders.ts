import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestFolder extends Disposable {
  path: string
  remove(): void
}

/** Creates an empty folder, which is removed with its contents on disposal: `using folder = createTestFolder()`. */
export function createTestFolder(purpose = 'test'): TestFolder {
  const path = mkdtempSync(join(fastFolder(), `counterfoil-${purpose}-`))
  // When root runs the tests, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(path, 0o755)
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  return { path, remove, [Symbol.dispose]: remove }
}

const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 2 * 1024 ** 3

/**
 * Returns the in-memory folder if it is writable and has enough space, or else the temporary folder. No test
 * simulates a power failure of the machine.
 */
function fastFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > ROOM_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
