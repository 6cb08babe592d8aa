import { join } from 'node:path'
import Database from 'better-sqlite3'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'

type Row = Record<string, unknown>

/** Tables that get a row for each sale, in the order of their foreign keys. */
const TABLES = ['entries', 'outbox', 'receipts', 'print_jobs'] as const

type SaleRows = Record<(typeof TABLES)[number], Row>

/**
 * Floor of a sale's commit. Creates a new file with the tables and indexes of the agent's journal but without
 * triggers, and inserts copies of the rows of its last sale. Each sale is one durable commit (WAL,
 * synchronous=FULL).
 */
export class BareJournal implements Disposable {
  readonly #db: Database.Database
  readonly #sale: SaleRows
  readonly #insertCart: Database.Statement
  readonly #commit: (rows: SaleRows, cartId: string) => void
  #seq = 1_000_000

  /** Copies the tables of an agent that has made a sale. `folder` is the agent's data folder. */
  constructor(folder: string, path: string) {
    const journal = new Database(join(folder, 'journal.db'), { readonly: true })
    this.#db = new Database(path)
    this.#db.pragma('journal_mode = WAL')
    this.#db.pragma('synchronous = FULL')
    this.#db.pragma('foreign_keys = ON')
    for (const sql of journal.prepare<[], string>(TABLES_AND_INDEXES).pluck().all()) this.#db.exec(sql)
    for (const chain of journal.prepare<[], Row>('SELECT * FROM chains').all()) {
      this.#db.prepare(insertOf('chains', chain)).run(chain)
    }
    this.#sale = lastSale(journal)
    journal.close()

    this.#insertCart = this.#db.prepare(
      "INSERT INTO carts (id, till_id, state, body) VALUES (?, ?, 'open', ?)",
    )
    const removeCart = this.#db.prepare('DELETE FROM carts WHERE id = ?')
    const takeNumber = this.#db.prepare('UPDATE chains SET next_receipt_number = next_receipt_number + 1')
    const inserts = TABLES.map((table) => ({
      table,
      insert: this.#db.prepare(insertOf(table, this.#sale[table])),
    }))
    this.#commit = this.#db.transaction((rows: SaleRows, cartId: string) => {
      takeNumber.run()
      for (const { table, insert } of inserts) insert.run(rows[table])
      removeCart.run(cartId)
    }).immediate
  }

  /** Commits one sale and returns the time in ms. Its cart already exists. */
  commitSale(): number {
    this.#seq += 1
    const [id, cartId] = [newId(), newId()]
    this.#insertCart.run(cartId, `till-${this.#seq}`, this.#sale.entries.body)
    const rows = this.#nextRows(id, cartId)
    const startedAt = performance.now()
    this.#commit(rows, cartId)
    return performance.now() - startedAt
  }

  [Symbol.dispose](): void {
    this.#db.close()
  }

  /** Returns the same rows with the ids of another sale. */
  #nextRows(id: string, cartId: string): SaleRows {
    const { entries, receipts } = this.#sale
    const seq = this.#seq
    return {
      entries: { ...entries, id, position: seq, seq },
      outbox: { position: seq },
      receipts: { ...receipts, id, position: seq, cart_id: cartId, number: `B-${seq}` },
      print_jobs: { receipt_id: id },
    }
  }
}

const TABLES_AND_INDEXES = `
  SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL ORDER BY type DESC`

function lastSale(journal: Database.Database): SaleRows {
  const entry = `SELECT * FROM entries WHERE type = 'sale' ORDER BY position DESC LIMIT 1`
  const entries = must(journal.prepare<[], Row>(entry).get(), 'sale in the journal')
  const receipt = journal.prepare<[unknown], Row>('SELECT * FROM receipts WHERE id = ?')
  const receipts = must(receipt.get(entries.id), 'receipt')
  return { entries, outbox: { position: entries.position }, receipts, print_jobs: { receipt_id: entries.id } }
}

function insertOf(table: string, row: Row): string {
  const names = Object.keys(row)
  return `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((name) => `:${name}`).join()})`
}
