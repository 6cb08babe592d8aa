import { existsSync, rmSync } from 'node:fs'
import { Problem } from '#shared/problems/problem.ts'
import { removeDatabase } from '#shared/replica/db.ts'
import { type ReplicaMeta, readMeta, readOwner } from '#shared/replica/meta.ts'
import { REPLICA_FORMAT } from '#shared/replica/schema.ts'
import { renameDurably } from '../files/durable.ts'
import { isDamage, isSqliteError } from '../sqlite/errors.ts'
import { type Db, openDatabase } from '../sqlite/open.ts'
import { CardsReader } from './cards.ts'
import { CashiersReader } from './cashiers.ts'
import { CustomersReader } from './customers.ts'
import { DamagedRecord } from './damaged-record.ts'
import { GroupsReader } from './groups.ts'
import { type ReplicaPaths, replicaPaths } from './paths.ts'
import { ProductsReader } from './products.ts'
import { PromotionsReader } from './promotions.ts'
import { SettingsReader } from './settings.ts'
import { StockReader } from './stock.ts'
import { StoreReceiptsReader } from './store-receipts.ts'
import { VouchersReader } from './vouchers.ts'

export interface ReplicaReader {
  settings: SettingsReader
  products: ProductsReader
  groups: GroupsReader
  cashiers: CashiersReader
  stock: StockReader
  receipts: StoreReceiptsReader
  promotions: PromotionsReader
  cards: CardsReader
  customers: CustomersReader
  vouchers: VouchersReader
}

interface OpenReplica {
  db: Db
  reader: ReplicaReader
}

/**
 * replica.db: the hub's data, for reading. It may vanish or be damaged at any moment: then it is discarded
 * and downloaded again, and until then everything that needs it responds with `replica_not_ready`.
 *
 * This object owns the file and the only reading connection. The download, in its own thread, has the only
 * writing one; it requests `swapIn` and `discard` while that connection is closed. Both run between two
 * requests of the till, so no request ever sees half of either.
 */
export class Replica {
  readonly #paths: ReplicaPaths
  readonly #onDamage: (detail: string) => void
  readonly #now: () => Date
  #deviceId: string | null = null
  #open: OpenReplica | null = null
  #productCount: number | null = null
  #revision = 0

  /** Creates the replica. `now` is the time for prices: that of the hub, as far as known. */
  constructor(folder: string, onDamage: (detail: string) => void, now: () => Date) {
    this.#paths = replicaPaths(folder)
    this.#onDamage = onDamage
    this.#now = now
  }

  /**
   * Begins to serve the device's replica, if there is one. Returns true when it was not closed properly and
   * needs a check.
   */
  openFor(deviceId: string): boolean {
    this.#deviceId = deviceId
    const wasClosedInOrder = !existsSync(`${this.#paths.replica}-wal`)
    removeDatabase(this.#paths.next)
    this.#tryOpen()
    return !wasClosedInOrder && this.isReady
  }

  get isReady(): boolean {
    return this.#open !== null
  }

  /** Reads the replica. Throws `replica_not_ready` when there is none, or when it turns out to be damaged. */
  read<T>(work: (reader: ReplicaReader) => T): T {
    if (!this.#open) throw new Problem('replica_not_ready')
    try {
      return work(this.#open.reader)
    } catch (error) {
      if (!isDamage(error) && !(error instanceof DamagedRecord)) throw error
      this.#giveUp((error as Error).message)
      throw new Problem('replica_not_ready', {
        detail: 'The catalog was damaged and is being downloaded again',
      })
    }
  }

  /** Returns null where `read` would throw `replica_not_ready`. */
  find<T>(work: (reader: ReplicaReader) => T): T | null {
    try {
      return this.read(work)
    } catch (error) {
      if (error instanceof Problem && error.code === 'replica_not_ready') return null
      throw error
    }
  }

  meta(): ReplicaMeta | null {
    return this.#open ? this.find(() => (this.#open ? readMeta(this.#open.db) : null)) : null
  }

  productCount(): number {
    this.#productCount ??= this.find(({ products }) => products.count())
    return this.#productCount ?? 0
  }

  /** Notes that the download has changed the data. */
  noteChange(): void {
    this.#productCount = null
    this.#revision++
  }

  /** Counter of changes since the start of the agent. */
  get revision(): number {
    return this.#revision
  }

  /** Replaces the replica with the completed snapshot. On a disk failure, the old one continues to serve. */
  swapIn(): void {
    this.close()
    try {
      // The log of the old file would be applied to the new one.
      for (const suffix of ['-wal', '-shm']) rmSync(this.#paths.replica + suffix, { force: true })
      renameDurably(this.#paths.next, this.#paths.replica)
    } finally {
      this.#tryOpen()
    }
  }

  discard(): void {
    this.close()
    removeDatabase(this.#paths.replica)
  }

  close(): void {
    this.#open?.db.close()
    this.#open = null
    this.noteChange()
  }

  #giveUp(detail: string): void {
    this.close()
    this.#onDamage(detail)
  }

  /**
   * Opens the file. Removes it when it is not a replica of this device and schema; no other connection has it
   * open then.
   */
  #tryOpen(): void {
    if (!existsSync(this.#paths.replica)) return
    try {
      this.#open = openReplica(this.#paths.replica, this.#deviceId, this.#now)
    } catch (error) {
      // A generic error here means that tables or columns are missing: the file is not a replica.
      if (!isDamage(error) && !isSqliteError(error, 'SQLITE_ERROR')) throw error
      this.#onDamage((error as Error).message)
    }
    if (!this.#open) this.discard()
  }
}

/** Returns null when the file is intact but belongs to another device or schema, or was never completed. */
function openReplica(path: string, deviceId: string | null, now: () => Date): OpenReplica | null {
  const db = openDatabase(path, { synchronous: 'NORMAL', isReader: true })
  try {
    // A replica with an unreadable cursor serves until the next one is here.
    if (db.pragma('user_version', { simple: true }) === REPLICA_FORMAT && readOwner(db) === deviceId) {
      const reader = {
        settings: new SettingsReader(db),
        products: new ProductsReader(db, now),
        groups: new GroupsReader(db),
        cashiers: new CashiersReader(db),
        stock: new StockReader(db),
        receipts: new StoreReceiptsReader(db),
        promotions: new PromotionsReader(db),
        cards: new CardsReader(db),
        customers: new CustomersReader(db),
        vouchers: new VouchersReader(db),
      }
      return { db, reader }
    }
  } catch (error) {
    db.close()
    throw error
  }
  db.close()
  return null
}
