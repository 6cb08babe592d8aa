import { cpSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { createTestFolder } from '#test/support/folders.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../../edge/journal/migrations')

/** Returns a folder with the migrations of a newer agent, which adds a note to each receipt. */
export function nextMigrations(): string {
  const { path, remove } = createTestFolder('migrations')
  onTestFinished(remove)
  cpSync(MIGRATIONS, path, { recursive: true })
  writeFileSync(
    join(path, '9999_notes.sql'),
    `ALTER TABLE receipts ADD COLUMN note TEXT;
     UPDATE receipts SET note = 'Receipt ' || number;
     CREATE INDEX receipts_by_note ON receipts (note);`,
  )
  return path
}
