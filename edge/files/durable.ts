import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces the file atomically: it has either its old or its new text, even after a power failure. Only the
 * agent's user can read it.
 */
export function writeFileDurably(path: string, text: string): void {
  const temporary = `${path}.tmp`
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameDurably(temporary, path)
}

/** Renames durably. A rename is on disk only after its folder is synced. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  if (process.platform !== 'win32') syncPath(dirname(to))
}

export function syncPath(path: string): void {
  // Windows flushes only files that are open for writing, and cannot flush a folder.
  const file = openSync(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
