import { and, asc, eq, lt, lte, not, notInArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { HubContext } from '#hub/context.ts'
import {
  fiscalCashBoxes,
  fiscalCashOperations,
  fiscalEvents,
  fiscalLeases,
  fiscalReceipts,
} from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { FiscalAdapter } from '#hub/integrations/fiscal/adapter.ts'
import { carryOut } from '#hub/integrations/fiscal/carry-out.ts'
import { adapterOfRow } from '#hub/integrations/fiscal/cash-boxes.ts'
import { type FiscalRecord, failedByHub, fiscalise, type Unsent } from '#hub/integrations/fiscal/fiscalise.ts'
import { HUB_FAULT } from '#hub/integrations/fiscal/own-faults.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import { sleep } from '#shared/std/retry.ts'
import { freeReturns } from './free-returns.ts'
import { NO_PROVIDER } from './leave-cash-boxes.ts'
import { loadUnsent } from './load-unsent.ts'
import { recordOf } from './read-fiscal-receipts.ts'

const EVERY_MS = 1000
const STOP_PATIENCE_MS = 2000
/** Duration of a claim on a cash box. After the claiming process has died, another can take over when it expires. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000

type Hub = Pick<HubContext, 'db' | 'keyRing' | 'log' | 'stopping' | 'pace' | 'fiscalEmulatorUrl'>

/**
 * SQL condition for a record deferred after a hub error. The error may concern only this record, so later
 * records may overtake it.
 */
const isAside = ({ code, dueAt }: Record<'code' | 'dueAt', PgColumn>) =>
  sql`(${code} IS NOT DISTINCT FROM ${HUB_FAULT} AND ${dueAt} > now())`

type Next = { saleId: string; record: FiscalRecord } | { operation: typeof fiscalCashOperations.$inferSelect }

/** Thrown when another process has taken over the cash box. */
class NotHolder extends Error {}

/**
 * Starts sending queued requests, with cash boxes in parallel and one request at a time within a cash box, in
 * queue order. A request waiting to be retried after a provider failure blocks later ones. A request that was
 * rejected, failed because of a hub error, or is accepted but unfinished does not.
 */
export function startFiscalising(hub: Hub): () => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const stop = startPeriodic(hub, 'fiscal receipts', EVERY_MS, async () => {
    const { rows } = await hub.db.platform((tx) =>
      tx.execute<{ organization: string; cashBox: string }>(sql`
        SELECT organization_id AS organization, cash_box_id AS "cashBox" FROM platform_due_cash_boxes()`),
    )
    for (const { organization, cashBox } of rows) {
      if (running.has(cashBox)) continue
      const work = new CashBoxRun(hub, organization, cashBox)
        .run()
        .catch((error: unknown) => {
          if (!(error instanceof NotHolder))
            hub.log.warn({ err: error, organization, cashBox }, 'fiscal receipts were not sent, will retry')
        })
        .finally(() => running.delete(cashBox))
      running.set(cashBox, work)
    }
  })
  return async () => {
    await stop()
    // The next process looks up requests that the provider has not answered by then.
    await Promise.race([Promise.all(running.values()), sleep(STOP_PATIENCE_MS)])
  }
}

class CashBoxRun {
  readonly #hub: Hub
  readonly #organizationId: string
  readonly #id: string
  readonly #holder = newId()
  #isReported = false

  constructor(hub: Hub, organizationId: string, id: string) {
    this.#hub = hub
    this.#organizationId = organizationId
    this.#id = id
  }

  async run(): Promise<void> {
    if (!(await this.#transact((tx) => this.#take(tx)))) return
    const renewing = setInterval(
      () => void this.#transact((tx) => this.#renew(tx)).catch(() => undefined),
      RENEW_MS,
    )
    try {
      const adapter = await this.#transact((tx) => this.#adapter(tx))
      if (!adapter) return await this.#transact((tx) => this.#giveUp(tx))
      while (!this.#hub.stopping.aborted && (await this.#step(adapter)));
    } finally {
      clearInterval(renewing)
      await this.#transact((tx) =>
        tx.delete(fiscalLeases).where(this.#lease(eq(fiscalLeases.holder, this.#holder))),
      )
    }
  }

  /** Processes one request. Returns true when there was one. */
  async #step(adapter: FiscalAdapter): Promise<boolean> {
    const next = await this.#transact((tx) => this.#next(tx))
    if (!next) return false
    if ('operation' in next) {
      await this.#carryOut(adapter, next.operation)
      return true
    }
    const { saleId, record } = next
    const save = (changed: FiscalRecord) => this.#transact((tx) => this.#save(tx, saleId, changed))
    let unsent: Unsent
    try {
      unsent = await this.#transact((tx) => loadUnsent(tx, saleId))
    } catch (error) {
      this.#report(error)
      await save(failedByHub(record, error, new Date()))
      return true
    }
    await fiscalise(record, unsent, { adapter, save, now: () => new Date() })
    return true
  }

  /**
   * Returns an accepted request that is due to be polled, or else the first request not accepted yet if it is
   * due.
   */
  async #next(tx: Tx): Promise<Next | undefined> {
    const mine = and(
      eq(fiscalReceipts.organizationId, this.#organizationId),
      eq(fiscalReceipts.cashBoxId, this.#id),
    )
    const [accepted] = await tx
      .select()
      .from(fiscalReceipts)
      .where(and(mine, eq(fiscalReceipts.state, 'Pending'), lte(fiscalReceipts.dueAt, new Date())))
      .orderBy(asc(fiscalReceipts.place))
      .limit(1)
    if (accepted) return { saleId: accepted.saleId, record: recordOf(accepted) }
    const [first] = await tx
      .select()
      .from(fiscalReceipts)
      .where(
        and(
          mine,
          notInArray(fiscalReceipts.state, ['Done', 'Failed', 'Pending']),
          not(isAside(fiscalReceipts)),
        ),
      )
      .orderBy(asc(fiscalReceipts.place))
      .limit(1)
    const operation = await this.#nextOperation(tx)
    const now = new Date()
    if (operation && operation.place < (first?.place ?? Number.POSITIVE_INFINITY))
      return operation.dueAt <= now ? { operation } : undefined
    return first && first.dueAt <= now ? { saleId: first.saleId, record: recordOf(first) } : undefined
  }

  async #nextOperation(tx: Tx): Promise<typeof fiscalCashOperations.$inferSelect | undefined> {
    const { organizationId, cashBoxId, state, place } = fiscalCashOperations
    const [first] = await tx
      .select()
      .from(fiscalCashOperations)
      .where(
        and(
          eq(organizationId, this.#organizationId),
          eq(cashBoxId, this.#id),
          notInArray(state, ['Done', 'Failed']),
          not(isAside(fiscalCashOperations)),
        ),
      )
      .orderBy(asc(place))
      .limit(1)
    return first
  }

  async #carryOut(
    adapter: FiscalAdapter,
    { id, kind, sum, at, ...row }: typeof fiscalCashOperations.$inferSelect,
  ): Promise<void> {
    const { state, failures, code, message } = row
    const record = {
      state,
      failures,
      code,
      message,
      dueAt: row.dueAt.toISOString(),
      attempt: 1,
      providerId: null,
      result: null,
    }
    const operation = { externalId: id, kind, sum: sum ?? (0 as Amount), at: at.toISOString() }
    const save = (changed: FiscalRecord) => this.#transact((tx) => this.#saveOperation(tx, id, changed))
    await carryOut(record, operation, { adapter, save, now: () => new Date() })
  }

  /** Saves the record of a cash operation. Throws `NotHolder`. */
  async #saveOperation(tx: Tx, id: string, record: FiscalRecord): Promise<void> {
    await this.#renew(tx)
    const { state, failures, code, message } = record
    await tx
      .update(fiscalCashOperations)
      .set({ state, failures, code, message, dueAt: this.#atPace(record.dueAt) })
      .where(and(eq(fiscalCashOperations.organizationId, tx.organizationId), eq(fiscalCashOperations.id, id)))
  }

  /** Scales a wait by the hub's pace, like all periodic work. */
  #atPace(dueAt: string): Date {
    const now = Date.now()
    return new Date(now + (Date.parse(dueAt) - now) * this.#hub.pace)
  }

  /** Saves the record of a receipt. Throws `NotHolder`, which stops further sending. */
  async #save(tx: Tx, saleId: string, record: FiscalRecord): Promise<void> {
    await this.#renew(tx)
    const { organizationId } = tx
    const { state, attempt, code, message } = record
    await tx
      .update(fiscalReceipts)
      .set({ ...record, dueAt: this.#atPace(record.dueAt) })
      .where(and(eq(fiscalReceipts.organizationId, organizationId), eq(fiscalReceipts.saleId, saleId)))
    await tx
      .insert(fiscalEvents)
      .values({ organizationId, id: newId(), saleId, at: new Date(), state, attempt, code, message })
    if (state === 'Done') await freeReturns(tx, saleId)
  }

  async #renew(tx: Tx): Promise<void> {
    const [held] = await tx
      .update(fiscalLeases)
      .set({ until: new Date(Date.now() + LEASE_MS) })
      .where(this.#lease(eq(fiscalLeases.holder, this.#holder)))
      .returning({ holder: fiscalLeases.holder })
    if (!held) throw new NotHolder()
  }

  async #take(tx: Tx): Promise<boolean> {
    const { organizationId } = tx
    const values = { holder: this.#holder, until: new Date(Date.now() + LEASE_MS) }
    const taken = await tx
      .insert(fiscalLeases)
      .values({ organizationId, cashBoxId: this.#id, ...values })
      .onConflictDoUpdate({
        target: [fiscalLeases.organizationId, fiscalLeases.cashBoxId],
        set: values,
        setWhere: lt(fiscalLeases.until, new Date()),
      })
      .returning({ holder: fiscalLeases.holder })
    return taken.length > 0
  }

  async #adapter(tx: Tx): Promise<FiscalAdapter | undefined> {
    const [row] = await tx
      .select()
      .from(fiscalCashBoxes)
      .where(and(eq(fiscalCashBoxes.organizationId, tx.organizationId), eq(fiscalCashBoxes.id, this.#id)))
    const { keyRing, fiscalEmulatorUrl: emulatorUrl } = this.#hub
    const report = (error: unknown) => this.#report(error)
    return row && adapterOfRow(row, { keyRing, emulatorUrl, report })
  }

  /** Logs only the first error of a run. Every error is also recorded in the events of its receipt. */
  #report(err: unknown): void {
    if (this.#isReported) return
    this.#isReported = true
    const place = { organization: this.#organizationId, cashBox: this.#id }
    this.#hub.log.warn({ err, ...place }, 'a fiscal receipt failed by an error of the hub, will retry')
  }

  /** Fails the receipts of a cash box whose emulator is no longer configured, so that users notice. */
  async #giveUp(tx: Tx): Promise<void> {
    await tx
      .update(fiscalReceipts)
      .set({ state: 'Failed', code: NO_PROVIDER, message: 'This hub has no emulator (FISCAL_EMULATOR_URL)' })
      .where(
        and(
          eq(fiscalReceipts.organizationId, tx.organizationId),
          eq(fiscalReceipts.cashBoxId, this.#id),
          notInArray(fiscalReceipts.state, ['Done', 'Failed']),
        ),
      )
  }

  #lease(condition: ReturnType<typeof eq>) {
    return and(
      eq(fiscalLeases.organizationId, this.#organizationId),
      eq(fiscalLeases.cashBoxId, this.#id),
      condition,
    )
  }

  #transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#hub.db.transact(this.#organizationId, work)
  }
}
