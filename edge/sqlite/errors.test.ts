import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { isDamage } from './errors.ts'

const PAYLOAD_BYTES = 0x7000_0000
const HEADER_BYTES = 6

/** Encodes a number as an SQLite varint of five bytes. */
function varint(number: number): number[] {
  const digits = Array.from({ length: 5 }, (_, i) => Math.floor(number / 128 ** (4 - i)) % 128)
  return digits.map((digit, i) => (i < 4 ? digit + 128 : digit))
}

it('treats a record of impossible length as damage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-errors-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'one.db')
  const made = new Database(path)
  made.exec(`CREATE TABLE notes (body TEXT); INSERT INTO notes VALUES ('${'x'.repeat(200)}')`)
  const pageSize = made.pragma('page_size', { simple: true }) as number
  made.close()
  const bytes = readFileSync(path)
  // The second page belongs to the table. Its header points to its only record. The record begins with its
  // length, its row id, the length of its own header, and its text type, which is twice the text length plus
  // 13.
  const record = pageSize + bytes.readUInt16BE(pageSize + 8)
  const type = 2 * (PAYLOAD_BYTES - HEADER_BYTES) + 13
  bytes.set([...varint(PAYLOAD_BYTES), 1, HEADER_BYTES, ...varint(type)], record)
  writeFileSync(path, bytes)
  const db = new Database(path)
  onTestFinished(() => void db.close())
  let error: unknown
  try {
    db.prepare('SELECT body FROM notes').get()
  } catch (thrown) {
    error = thrown
  }
  expect(error).toMatchObject({ code: 'SQLITE_TOOBIG' })
  expect(isDamage(error)).toBe(true)
})
