import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { Journal } from '#edge/journal/journal.ts'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { hashInput } from '#shared/sync/upload.ts'

/** Writes a journal with many sales in the outbox. Returns their receipt numbers. */
export function writeLongJournal(
  path: string,
  deviceId: string,
  sale: Omit<SaleBody, 'receiptNumber'>,
  count: number,
): string[] {
  Journal.open(path).close()
  const db = new Database(path)
  const entry = db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const outbox = db.prepare('INSERT INTO outbox VALUES (?)')
  const receipt = db.prepare('INSERT INTO receipts VALUES (?, ?, ?, ?, 0, NULL, ?, ?, ?, ?)')
  const printJob = db.prepare('INSERT INTO print_jobs (receipt_id) VALUES (?)')
  const numbers: string[] = []
  db.transaction(() => {
    db.prepare(`INSERT INTO meta (key, value) VALUES ('deviceId', ?)`).run(deviceId)
    db.prepare(`INSERT INTO chains VALUES (1, ?, 'K7', 'enrolled', ?, 1, ?, 0, NULL)`).run(
      deviceId,
      sale.soldAt,
      count + 1,
    )
    let prevHash = ''
    for (let seq = 1; seq <= count; seq++) {
      const id = newId()
      const receiptNumber = `K7-${String(seq).padStart(6, '0')}`
      const body = JSON.stringify({ ...sale, id, receiptNumber })
      const hash = createHash('sha256')
        .update(hashInput({ prevHash, seq, id, type: 'sale', body }))
        .digest('hex')
      entry.run(seq, id, 'sale', body, prevHash, hash, sale.soldAt, deviceId, seq)
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
