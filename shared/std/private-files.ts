import { chmodSync, closeSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** For its user alone, whatever the umask. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

/**
 * Makes an empty file that its user alone can open, for SQLite to fill: by itself it would give the file whatever the
 * umask allows. Its log and index of the log get the mode of the file. One that is there is not opened: to close it
 * again would drop the locks that this process has on it (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes a folder for its user alone, and takes what is in it from everybody else. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER })
  takeBack(path, PRIVATE_FOLDER)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) makePrivateFolder(join(path, entry.name))
    else if (entry.isFile()) takeBack(join(path, entry.name), PRIVATE_FILE)
  }
}

/** ENOENT: a file that is passing, such as the log of a database. The others: a disk without rights, such as a USB stick. */
const BORNE = ['ENOENT', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP']

function takeBack(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    if (!BORNE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
