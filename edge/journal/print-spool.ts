import type { PrintedDocument } from '#shared/receipts/document.ts'
import type { Db } from '../sqlite/open.ts'

type PrintState = 'waiting' | 'printing' | 'printed' | 'cancelled'

export interface PrintJob {
  /** Increasing id, which gives the order of printing. */
  id: number
  printer: string
  tillId: string
  title: string
  /** Number of the receipt to print. Null when `document` is printed instead. */
  receiptNumber: string | null
  document: PrintedDocument | null
  /** True when the receipt was or may have been printed before. */
  isCopy: boolean
  opensDrawer: boolean
  state: PrintState
  queuedAt: string
}

export type NewPrintJob = Pick<PrintJob, 'printer' | 'tillId' | 'title' | 'opensDrawer' | 'queuedAt'> &
  ({ receiptId: string; document: null } | { receiptId: null; document: PrintedDocument })

interface Row extends Omit<PrintJob, 'document' | 'isCopy' | 'opensDrawer'> {
  document: string | null
  isCopy: number
  opensDrawer: number
}

const JOB = `
  SELECT s.id, s.printer, s.till_id AS tillId, s.title, r.number AS receiptNumber, s.document, s.is_copy AS isCopy,
         s.opens_drawer AS opensDrawer, s.state, s.queued_at AS queuedAt
  FROM print_spool s LEFT JOIN receipts r ON r.id = s.receipt_id`

/** Number of finished jobs kept for display. */
const KEPT = 500

export class PrintSpoolReader {
  readonly #pending
  readonly #next
  readonly #find

  constructor(db: Db) {
    this.#pending = db.prepare<[], Row>(`${JOB} WHERE s.state IN ('waiting', 'printing') ORDER BY s.id`)
    this.#next = db.prepare<[string], Row>(
      `${JOB} WHERE s.printer = ? AND s.state IN ('waiting', 'printing') ORDER BY s.id LIMIT 1`,
    )
    this.#find = db.prepare<[number], Row>(`${JOB} WHERE s.id = ?`)
  }

  /** Lists the pending jobs of all printers, oldest first. */
  pending(): PrintJob[] {
    return this.#pending.all().map(read)
  }

  next(printer: string): PrintJob | null {
    const row = this.#next.get(printer)
    return row ? read(row) : null
  }

  find(id: number): PrintJob | null {
    const row = this.#find.get(id)
    return row ? read(row) : null
  }
}

function read({ document, isCopy, opensDrawer, ...row }: Row): PrintJob {
  return {
    ...row,
    document: document === null ? null : (JSON.parse(document) as PrintedDocument),
    isCopy: isCopy === 1,
    opensDrawer: opensDrawer === 1,
  }
}

export class PrintSpoolWriter extends PrintSpoolReader {
  readonly #add
  readonly #begin
  readonly #doubt
  readonly #doubtAll
  readonly #end
  readonly #prune

  constructor(db: Db) {
    super(db)
    this.#add = db.prepare<[Record<string, unknown>]>(
      `INSERT INTO print_spool (printer, till_id, title, receipt_id, document, is_copy, opens_drawer, queued_at)
       SELECT :printer, :tillId, :title, :receiptId, :document,
              EXISTS (SELECT 1 FROM print_jobs WHERE receipt_id = :receiptId AND printed_count > 0)
                OR EXISTS (SELECT 1 FROM print_spool WHERE receipt_id = :receiptId AND state <> 'cancelled'),
              :opensDrawer, :queuedAt`,
    )
    this.#begin = db.prepare<[number]>(
      `UPDATE print_spool SET state = 'printing' WHERE id = ? AND state = 'waiting'`,
    )
    const doubt = `UPDATE print_spool SET state = 'waiting', is_copy = 1, opens_drawer = 0 WHERE state = 'printing'`
    this.#doubt = db.prepare<[number]>(`${doubt} AND id = ?`)
    this.#doubtAll = db.prepare<[]>(doubt)
    this.#end = db.prepare<[PrintState, string, number]>(
      `UPDATE print_spool SET state = ?, ended_at = ?, document = NULL
       WHERE id = ? AND state IN ('waiting', 'printing')`,
    )
    this.#prune = db.prepare<[number]>(
      `DELETE FROM print_spool WHERE id <= ? - ${KEPT} AND state IN ('printed', 'cancelled')`,
    )
  }

  /** Adds a job and returns its id. The job becomes a copy if the receipt was already printed or queued. */
  add({ document, opensDrawer, ...job }: NewPrintJob): number {
    const { lastInsertRowid } = this.#add.run({
      ...job,
      document: document && JSON.stringify(document),
      opensDrawer: opensDrawer ? 1 : 0,
    })
    const id = Number(lastInsertRowid)
    this.#prune.run(id)
    return id
  }

  /** Marks the job as about to be sent. */
  begin(id: number): void {
    this.#begin.run(id)
  }

  /**
   * Marks a job whose sending was interrupted. It may have been printed, so it is printed again as a copy,
   * without opening the drawer.
   */
  doubt(id: number): void {
    this.#doubt.run(id)
  }

  doubtAll(): void {
    this.#doubtAll.run()
  }

  /** Ends a job. Returns false when it had already ended. */
  end(id: number, state: 'printed' | 'cancelled', at: string): boolean {
    return this.#end.run(state, at, id).changes > 0
  }
}
