import { accessSync, constants } from 'node:fs'
import { makePrivateFolder } from '#shared/std/private-files.ts'
import { StartError } from '#shared/std/start-error.ts'

/**
 * Creates the folder and makes all its content accessible only to the agent's user. Throws StartError when it
 * is not writable.
 */
export function prepareDataFolder(path: string): void {
  try {
    makePrivateFolder(path)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartError(`The data folder ${path} (DATA_DIR) cannot be written: ${code ?? message}`)
  }
}
