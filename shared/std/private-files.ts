import { chmodSync, closeSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** File mode that gives access to the owner only, whatever the umask. */
export const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/**
 * Creates an empty file that only its owner can open, for use by SQLite, which itself would create it with
 * the mode of the umask. The write-ahead log and its index inherit the mode of the file. An existing file is
 * not opened, because closing it would drop the locks of this process on it
 * (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Creates a folder for its owner only, and removes the access of all others to its contents. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER })
  takeBack(path, PRIVATE_FOLDER)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) makePrivateFolder(join(path, entry.name))
    else if (entry.isFile()) takeBack(join(path, entry.name), PRIVATE_FILE)
  }
}

/**
 * Ignored errors. ENOENT: a temporary file such as the log of a database was removed. The others: a disk
 * without permissions, such as a USB stick.
 */
const BORNE = ['ENOENT', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP']

function takeBack(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    if (!BORNE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
