import { join } from 'node:path'
import { isDamage } from '../sqlite/errors.ts'
import { migrate } from '../sqlite/migrate.ts'
import { type Db, openDatabase } from '../sqlite/open.ts'
import { AuditSealsReader, AuditSealsWriter } from './audit-seals.ts'
import { copyBeforeMigration } from './backup/copy-before-migration.ts'
import { CartsReader, CartsWriter } from './carts.ts'
import { ChainsReader, ChainsWriter } from './chains.ts'
import { CommandsReader, CommandsWriter } from './commands.ts'
import { DevicesReader, DevicesWriter } from './devices.ts'
import { EntriesReader, EntriesWriter } from './entries.ts'
import { MarkingCodesReader, MarkingCodesWriter } from './marking-codes.ts'
import { MetaReader, MetaWriter } from './meta.ts'
import { OutboxReader, OutboxWriter } from './outbox.ts'
import { PinFailuresReader, PinFailuresWriter } from './pin-failures.ts'
import { PrintSpoolReader, PrintSpoolWriter } from './print-spool.ts'
import { ReceiptsReader, ReceiptsWriter } from './receipts.ts'
import { findLoss } from './recovery/find-loss.ts'
import { SentVouchers } from './sent-vouchers.ts'
import { SessionsReader, SessionsWriter } from './sessions.ts'
import { ShiftsReader, ShiftsWriter } from './shifts.ts'
import { TillsReader, TillsWriter } from './tills.ts'
import { pointsMoves, stockMoves, UnsentSales, voucherLoads, voucherMoves } from './unsent-sales.ts'

export interface JournalReader {
  meta: MetaReader
  chains: ChainsReader
  entries: EntriesReader
  outbox: OutboxReader
  receipts: ReceiptsReader
  shifts: ShiftsReader
  carts: CartsReader
  sessions: SessionsReader
  pinFailures: PinFailuresReader
  /** Unsent quantity by product, in the smallest steps. Positive where more was sold than returned. */
  unsentStock: UnsentSales
  /** Unsent points by loyalty card. Positive where more were spent than given back. */
  unsentPoints: UnsentSales
  /** Unsent spending by voucher key. */
  unsentVouchers: UnsentSales
  /** Unsent loads by voucher key. */
  unsentLoads: UnsentSales
  sentVouchers: SentVouchers
  markingCodes: MarkingCodesReader
  printSpool: PrintSpoolReader
  devices: DevicesReader
  commands: CommandsReader
  tills: TillsReader
  auditSeals: AuditSealsReader
}

export interface JournalWriter extends JournalReader {
  meta: MetaWriter
  chains: ChainsWriter
  entries: EntriesWriter
  outbox: OutboxWriter
  receipts: ReceiptsWriter
  shifts: ShiftsWriter
  carts: CartsWriter
  sessions: SessionsWriter
  pinFailures: PinFailuresWriter
  markingCodes: MarkingCodesWriter
  printSpool: PrintSpoolWriter
  devices: DevicesWriter
  commands: CommandsWriter
  tills: TillsWriter
  auditSeals: AuditSealsWriter
}

const MIGRATIONS = join(import.meta.dirname, 'migrations')

/**
 * Number of transactions after which a checkpoint copies the log into the file, about as often as SQLite
 * would by default.
 */
const TRANSACTIONS_PER_CHECKPOINT = 100
/** Delay of the checkpoint in ms, so that the response to the transaction is sent first. */
const CHECKPOINT_AFTER_MS = 20

/** Error for a file whose content differs from what was written. */
export class JournalDamage extends Error {
  override readonly name = 'JournalDamage'
}

/**
 * The journal.db file, which holds the data that exists only at this agent. A commit is on disk when it
 * returns (synchronous=FULL), and a receipt is shown only after it. The only downloads stored here are the
 * hub's acknowledgements, the recalled own sales, and the seals of its audit log.
 *
 * Reading and writing use separate objects on separate connections: `read` cannot write, and only `transact`
 * gives access to the writer.
 */
export class Journal {
  readonly read: JournalReader
  /** Counter incremented by each transaction. It is shared with other threads. */
  readonly pulse = new Int32Array(new SharedArrayBuffer(4))
  readonly #reading: Db
  readonly #writing: Db
  readonly #writer: JournalWriter
  readonly #changes
  #isRehearsing = false
  /** Part of the change count that comes from rolled-back rehearsals. */
  #takenBack = 0
  #sinceCheckpoint = 0
  #checkpoint: NodeJS.Timeout | null = null
  /** Called when new entries are on disk, with the duration of the transaction in ms. */
  onRecorded: ((tookMs: number) => void) | null = null

  private constructor(path: string, migrations: string) {
    this.#writing = openDatabase(path, { synchronous: 'FULL' })
    // Automatic checkpoints are off: a checkpoint syncs two files, and no sale should wait for that.
    this.#writing.pragma('wal_autocheckpoint = 0')
    try {
      checkPages(this.#writing)
      migrate(this.#writing, migrations, () => copyBeforeMigration(this.#writing))
    } catch (error) {
      this.#writing.close()
      throw error
    }
    this.#reading = openDatabase(path, { synchronous: 'FULL', isReader: true })
    this.read = readersOf(this.#reading)
    this.#writer = writersOf(this.#writing)
    this.#changes = this.#writing.prepare('SELECT total_changes()').pluck()
  }

  /**
   * Opens the file, or creates it when missing. Throws JournalDamage when it is damaged, and StartError when
   * a newer agent has written it.
   */
  static open(path: string, migrations = MIGRATIONS): Journal {
    try {
      return new Journal(path, migrations)
    } catch (error) {
      if (isDamage(error)) throw new JournalDamage((error as Error).message)
      throw error
    }
  }

  /**
   * Runs one BEGIN IMMEDIATE transaction: either all writes of `work` are committed, or none when it throws.
   * `work` must not be async.
   */
  transact<T>(work: (tx: JournalWriter) => T): T {
    Atomics.add(this.pulse, 0, 1)
    const before = this.#writer.entries.appended
    const startedAt = performance.now()
    const result = this.#orForget(() => this.#writing.transaction(() => work(this.#writer)).immediate())
    if (this.#isRehearsing) return result
    if (this.#writer.entries.appended !== before) this.onRecorded?.(performance.now() - startedAt)
    if (++this.#sinceCheckpoint >= TRANSACTIONS_PER_CHECKPOINT) {
      this.#checkpoint ??= setTimeout(() => this.#runCheckpoint(), CHECKPOINT_AFTER_MS).unref()
    }
    return result
  }

  /**
   * Returns the result of `work` and rolls back all its transactions. They see each other's rows, but nothing
   * reaches the disk or `read`. `work` must not be async.
   */
  rehearse<T>(work: () => T): T {
    const before = this.changes()
    const takeBack = new Error('taken back')
    let result: T | undefined
    this.#isRehearsing = true
    try {
      this.#orForget(() =>
        this.#writing
          .transaction(() => {
            result = work()
            throw takeBack
          })
          .immediate(),
      )
    } catch (error) {
      if (error !== takeBack) throw error
    } finally {
      this.#isRehearsing = false
      this.#takenBack += this.changes() - before
    }
    return result as T
  }

  /**
   * Runs a transaction. On rollback, also resets the counters, because the positions of its entries will be
   * reused.
   */
  #orForget<T>(transaction: () => T): T {
    try {
      return transaction()
    } catch (error) {
      const last = this.#writer.entries.lastPosition() ?? 0
      const { unsentStock, unsentPoints, unsentVouchers, unsentLoads } = this.#writer
      for (const unsent of [unsentStock, unsentPoints, unsentVouchers, unsentLoads]) unsent.forgetAfter(last)
      throw error
    }
  }

  #runCheckpoint(): void {
    this.#checkpoint = null
    this.#sinceCheckpoint = 0
    try {
      this.#writing.pragma('wal_checkpoint(PASSIVE)')
    } catch {
      // All commits are still in the log, and the next checkpoint tries again.
    }
  }

  /** Describes the missing or wrong entries of the chains. Returns null when there are none. */
  findLoss(): string | null {
    return findLoss(this.read)
  }

  /** Returns a counter that increases with every write, including writes that add no entry. */
  changes(): number {
    return Number(this.#changes.get()) - this.#takenBack
  }

  close(): void {
    if (this.#checkpoint) clearTimeout(this.#checkpoint)
    this.#reading.close()
    this.#writing.close()
  }
}

function checkPages(db: Db): void {
  const report = String(db.pragma('quick_check(1)', { simple: true }))
  if (report !== 'ok') throw new JournalDamage(report.split('\n')[0] ?? report)
}

function readersOf(db: Db): JournalReader {
  return {
    meta: new MetaReader(db),
    chains: new ChainsReader(db),
    entries: new EntriesReader(db),
    outbox: new OutboxReader(db),
    receipts: new ReceiptsReader(db),
    shifts: new ShiftsReader(db),
    carts: new CartsReader(db),
    sessions: new SessionsReader(db),
    pinFailures: new PinFailuresReader(db),
    unsentStock: new UnsentSales(db, stockMoves),
    unsentPoints: new UnsentSales(db, pointsMoves),
    unsentVouchers: new UnsentSales(db, voucherMoves),
    unsentLoads: new UnsentSales(db, voucherLoads),
    sentVouchers: new SentVouchers(db),
    markingCodes: new MarkingCodesReader(db),
    printSpool: new PrintSpoolReader(db),
    devices: new DevicesReader(db),
    commands: new CommandsReader(db),
    tills: new TillsReader(db),
    auditSeals: new AuditSealsReader(db),
  }
}

function writersOf(db: Db): JournalWriter {
  return {
    meta: new MetaWriter(db),
    chains: new ChainsWriter(db),
    entries: new EntriesWriter(db),
    outbox: new OutboxWriter(db),
    receipts: new ReceiptsWriter(db),
    shifts: new ShiftsWriter(db),
    carts: new CartsWriter(db),
    sessions: new SessionsWriter(db),
    pinFailures: new PinFailuresWriter(db),
    unsentStock: new UnsentSales(db, stockMoves),
    unsentPoints: new UnsentSales(db, pointsMoves),
    unsentVouchers: new UnsentSales(db, voucherMoves),
    unsentLoads: new UnsentSales(db, voucherLoads),
    sentVouchers: new SentVouchers(db),
    markingCodes: new MarkingCodesWriter(db),
    printSpool: new PrintSpoolWriter(db),
    devices: new DevicesWriter(db),
    commands: new CommandsWriter(db),
    tills: new TillsWriter(db),
    auditSeals: new AuditSealsWriter(db),
  }
}
