import { Assortment } from '#shared/replica/assortment.ts'
import { type ReplicaMeta, readCursor, readMeta, writeMeta } from '#shared/replica/meta.ts'
import { ProductsWriter } from '#shared/replica/products.ts'
import { REPLICA_FORMAT } from '#shared/replica/schema.ts'
import { type ApplyLine, lineWriter, type ReadLine } from '#shared/replica/writer.ts'
import type { Digest } from '#shared/sync/digest.ts'
import { isDamage } from '../sqlite/errors.ts'
import { type Db, openDatabase } from '../sqlite/open.ts'
import { digestOf } from './replica-digest.ts'

const SEARCH_INDEXES = ['product_search', 'word_trigrams', 'card_search']

/**
 * The only writing connection to replica.db, used only by the download. Changes applied between `begin` and
 * `commit` become visible atomically, and the cursor moves in the same transaction (docs/sync.md I-6).
 */
export class ReplicaWriter {
  readonly #db: Db
  readonly #apply: ApplyLine
  readonly #assortment: Assortment
  #isAssortmentStale = false
  readonly #restocked = new Set<string>()
  readonly #hasReceipts
  readonly #forgetReceipts

  /** Opens the file. Throws SQLITE_ERROR or SQLITE_NOTADB when it is not a replica. */
  constructor(path: string) {
    this.#db = openDatabase(path, { synchronous: 'NORMAL' })
    try {
      this.#apply = lineWriter(this.#db, new ProductsWriter(this.#db))
      this.#assortment = new Assortment(this.#db)
      this.#hasReceipts = this.#db.prepare<[string]>('SELECT 1 FROM receipts WHERE sold_at < ? LIMIT 1')
      this.#forgetReceipts = this.#db.prepare<[string]>('DELETE FROM receipts WHERE sold_at < ?')
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  get isOfOurFormat(): boolean {
    return this.#db.pragma('user_version', { simple: true }) === REPLICA_FORMAT
  }

  /** Returns the metadata, or null for a replica that was never completed. */
  meta(): ReplicaMeta | null {
    return readMeta(this.#db)
  }

  /**
   * Returns the cursor, even for a file built by the hub that no till has completed yet. Returns null before
   * the first download.
   */
  cursor(): string | null {
    return readCursor(this.#db)
  }

  begin(): void {
    this.#db.exec('BEGIN IMMEDIATE')
  }

  apply(line: ReadLine): void {
    if (line.t === 'settings' || line.t === 'group') this.#isAssortmentStale = true
    if (line.t === 'stock') {
      if (line.op === 'empty') this.#isAssortmentStale = true
      else this.#restocked.add(line.id.toLowerCase())
    }
    this.#apply(line)
  }

  /** Deletes receipts sold before this time, which can no longer be returned. */
  forgetReceipts(before: string): void {
    if (this.#hasReceipts.get(before)) this.#forgetReceipts.run(before)
  }

  commit(meta: ReplicaMeta): void {
    if (this.#isAssortmentStale) this.#assortment.refresh()
    else this.#assortment.refreshStock(this.#restocked)
    this.#isAssortmentStale = false
    this.#restocked.clear()
    writeMeta(this.#db, meta)
    this.#db.exec('COMMIT')
  }

  rollback(): void {
    this.#restocked.clear()
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
  }

  /** Computes the digest of the rows for a download schema, as seen by this transaction. */
  digest(schema: number, yieldToSales: () => Promise<void>): Promise<Digest> {
    // Derived data is not part of the digest, so it is derived again.
    this.#isAssortmentStale = true
    return digestOf(this.#db, schema, yieldToSales)
  }

  /** Describes the damage, or throws SQLITE_CORRUPT. Returns null when the pages are intact. */
  findDamage(): string | null {
    const report = this.#db.pragma('quick_check(1)', { simple: true })
    return report === 'ok' ? null : String(report)
  }

  /**
   * Rebuilds derived data that contradicts the rows: assortment marks, indexes and the search index. Reads
   * the whole file, which takes about 10 s for a million products.
   */
  mendIndexes(): void {
    this.#assortment.refresh()
    this.#isAssortmentStale = false
    if (!this.#hasSoundIndexes()) this.reindex()
  }

  /** Rebuilds the indexes from the rows. An index that contradicts its row would prevent the repair of the row. */
  reindex(): void {
    this.#db.exec('REINDEX')
    for (const index of SEARCH_INDEXES) this.#db.exec(`INSERT INTO ${index} (${index}) VALUES ('rebuild')`)
  }

  #hasSoundIndexes(): boolean {
    if (this.#db.pragma('integrity_check(1)', { simple: true }) !== 'ok') return false
    try {
      // With rank 1 the check also compares the words with their source texts, which the pragma does not do.
      for (const index of SEARCH_INDEXES) {
        this.#db.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`)
      }
      return true
    } catch (error) {
      if (isDamage(error)) return false
      throw error
    }
  }

  close(): void {
    this.#db.close()
  }
}
