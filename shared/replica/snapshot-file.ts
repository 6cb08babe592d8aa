import Database from 'better-sqlite3'
import { createPrivateFile } from '#shared/std/private-files.ts'
import { Assortment } from './assortment.ts'
import { type Db, removeDatabase } from './db.ts'
import { type ReplicaMeta, writeMeta } from './meta.ts'
import { ProductsLoader } from './products.ts'
import { COLLECT_WORDS, FILL_SEARCH, INDEXES, REPLICA_FORMAT, TABLES } from './schema.ts'
import { type ApplyLine, lineWriter } from './writer.ts'

/**
 * Replica file under construction. It has no journal, is not synced to disk and gets its indexes last,
 * because an incomplete file is deleted. Nobody reads the file until it is complete.
 */
export class SnapshotFile {
  readonly apply: ApplyLine
  readonly #path: string
  readonly #db: Db
  readonly #products: ProductsLoader

  constructor(path: string) {
    removeDatabase(path)
    createPrivateFile(path)
    this.#path = path
    this.#db = new Database(path)
    this.#db.pragma('journal_mode = OFF')
    this.#db.pragma('synchronous = OFF')
    this.#db.pragma('locking_mode = EXCLUSIVE')
    this.#db.pragma('cache_size = -65536')
    this.#db.exec(TABLES)
    this.#db.exec('BEGIN')
    this.#products = new ProductsLoader(this.#db)
    this.apply = lineWriter(this.#db, this.#products)
  }

  /** Completes and closes the file. The caller syncs it to disk (fsync) where it must be durable. */
  complete(meta: Partial<ReplicaMeta>): void {
    this.#products.flush()
    new Assortment(this.#db).markLoaded()
    this.#db.exec(INDEXES)
    // Without ORDER BY, SQLite would read the rows in the order of the name index, but the search index needs
    // them in the order of their ids.
    this.#db.exec(`${FILL_SEARCH} WHERE p.is_listed = 1 ORDER BY p.row_id`)
    this.#db.exec(COLLECT_WORDS)
    writeMeta(this.#db, meta)
    this.#db.pragma(`user_version = ${REPLICA_FORMAT}`)
    this.#db.exec('COMMIT')
    this.#db.close()
  }

  abandon(): void {
    this.#db.close()
    removeDatabase(this.#path)
  }
}
