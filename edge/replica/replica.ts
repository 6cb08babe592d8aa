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
 * Read access to replica.db, which holds the hub's data. The file may disappear or be damaged at any moment.
 * It is then discarded and downloaded again, and until then every command that needs it fails with
 * `replica_not_ready`.
 *
 * This object owns the file and the only reading connection. The download runs in its own thread and has the
 * only writing connection. It closes that connection before it requests `swapIn` or `discard`. Both run
 * between two requests of the till, so no request ever sees an intermediate state.
 */
export class Replica {
  readonly #paths: ReplicaPaths
  readonly #onDamage: (detail: string) => void
  readonly #now: () => Date
  #deviceId: string | null = null
  #open: OpenReplica | null = null
  #productCount: number | null = null
  #revision = 0

  /** Creates the replica. `now` returns the time used for prices, which is the estimated hub time. */
  constructor(folder: string, onDamage: (detail: string) => void, now: () => Date) {
    this.#paths = replicaPaths(folder)
    this.#onDamage = onDamage
    this.#now = now
  }

  /** Opens the device's replica, if there is one. Returns true when it was not closed properly and needs a check. */
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

  /** Reads the replica. Throws `replica_not_ready` when there is none, or when it proves to be damaged. */
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

  /** Reads the replica, but returns null where `read` would throw `replica_not_ready`. */
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

  /** Records that the download has changed the data. */
  noteChange(): void {
    this.#productCount = null
    this.#revision++
  }

  /** Number of changes since the start of the agent. */
  get revision(): number {
    return this.#revision
  }

  /** Replaces the replica with the completed snapshot. After a disk failure, the old replica stays in use. */
  swapIn(): void {
    this.close()
    try {
      // SQLite would apply the log of the old file to the new one.
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
   * Opens the file. If it is not a replica of this device and schema, removes it, because no other connection
   * has it open.
   */
  #tryOpen(): void {
    if (!existsSync(this.#paths.replica)) return
    try {
      this.#open = openReplica(this.#paths.replica, this.#deviceId, this.#now)
    } catch (error) {
      // A generic error here means missing tables or columns, so the file is not a replica.
      if (!isDamage(error) && !isSqliteError(error, 'SQLITE_ERROR')) throw error
      this.#onDamage((error as Error).message)
    }
    if (!this.#open) this.discard()
  }
}

/** Opens the replica. Returns null when the file is intact but incomplete or made for another device or schema. */
function openReplica(path: string, deviceId: string | null, now: () => Date): OpenReplica | null {
  const db = openDatabase(path, { synchronous: 'NORMAL', isReader: true })
  try {
    // A replica with an unreadable cursor stays in use until the next one arrives.
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
