import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import { StartError } from '#shared/std/start-error.ts'

/** Makes the folder, for its user alone. Throws StartError when it cannot be written. */
export function prepareDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartError(`The data folder ${path} (DATA_DIR) cannot be written: ${code ?? message}`)
  }
}
