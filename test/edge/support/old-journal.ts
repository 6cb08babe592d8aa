import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import Database from 'better-sqlite3'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { hashInput } from '#shared/sync/upload.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../../edge/journal/migrations')

/**
 * Writes a journal in the format of the first release, with sales waiting in the outbox. Returns their
 * receipt numbers.
 */
export function writeOldJournal(path: string, deviceId: string, sale: SaleBody, count: number): string[] {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.exec(readFileSync(resolve(MIGRATIONS, '0001_journal.sql'), 'utf8'))
  db.pragma('user_version = 1')
  const put = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)')
  const entry = db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)')
  const outbox = db.prepare('INSERT INTO outbox VALUES (?)')
  const receipt = db.prepare('INSERT INTO receipts VALUES (?, ?, ?, ?, 0, NULL, ?, ?, ?, ?)')
  const printJob = db.prepare('INSERT INTO print_jobs (receipt_id) VALUES (?)')
  const numbers: string[] = []
  db.transaction(() => {
    put.run('deviceId', deviceId)
    put.run('series', 'K7')
    put.run('nextReceiptNumber', String(count + 1))
    let prevHash = ''
    for (let seq = 1; seq <= count; seq++) {
      const id = newId()
      const receiptNumber = `K7-${String(seq).padStart(6, '0')}`
      const body = JSON.stringify({ ...sale, id, receiptNumber })
      const hash = createHash('sha256')
        .update(hashInput({ prevHash, seq, id, type: 'sale', body }))
        .digest('hex')
      entry.run(seq, id, 'sale', body, prevHash, hash, sale.soldAt)
      outbox.run(seq)
      receipt.run(id, seq, receiptNumber, newId(), 1000, sale.soldAt, sale.cashierId, sale.cashierName)
      printJob.run(id)
      numbers.push(receiptNumber)
      prevHash = hash
    }
  })()
  db.close()
  return numbers
}

/** Writes the open cart of till-0001 in the format of the first release, in which a cart is a single value. */
export function writeOldCart(
  path: string,
  { terms, name, quantities }: { terms: unknown; name: string; quantities: number[] },
): void {
  const lines = quantities.map((quantity) => ({
    id: newId(),
    productId: newId(),
    name,
    code: null,
    barcode: null,
    unitName: 'pcs',
    isFractional: true,
    quantity,
    price: 100,
    listPrice: 100,
    discountAmount: 0,
    vatRate: null,
    originalLineNo: null,
    returnable: null,
  }))
  const cart = { id: newId(), version: 3, terms, isReturn: false, original: null, lines }
  const db = new Database(path)
  db.prepare(`INSERT INTO carts (id, till_id, state, body) VALUES (?, 'till-0001', 'open', ?)`).run(
    cart.id,
    JSON.stringify(cart),
  )
  db.close()
}
