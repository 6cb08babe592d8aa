import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** The file holds either its old or its new text, whenever the power goes; readable by its user only. */
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

/** A rename is on disk only when its folder is. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  if (process.platform !== 'win32') syncPath(dirname(to))
}

export function syncPath(path: string): void {
  // Windows flushes only what is open for writing, and knows no flush of a folder.
  const file = openSync(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
