import { and, eq } from 'drizzle-orm'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import type { FiscalAdapter, Outcome } from '#hub/integrations/fiscal/adapter.ts'
import { HUB_FAULT } from '#hub/integrations/fiscal/own-faults.ts'
import type { FiscalReceipt } from '#hub/integrations/fiscal/receipt.ts'
import { taxSystemOf } from '#hub/integrations/fiscal/tax-systems.ts'
import type { FiscalProvider, TestReceipt } from '#shared/contracts/organization/fiscal.ts'
import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import { amount, type Percent, quantity } from '#shared/money/decimal.ts'
import { spread } from '#shared/money/spread.ts'
import { lineVat } from '#shared/pricing/line.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'

const POLLS = 8
const POLL_MS = 1_000
const ONE = amount(1)
const MOST_WORDS = 500

interface Means {
  /** Aborted when the hub stops. */
  stopping: AbortSignal
  /** Factor for the waits between polls. */
  pace: number
}

/** Shop data printed on its receipts. */
export interface TestedShop {
  /** IANA time zone. */
  timeZone: string
  /** Default rate, or null without VAT. */
  vatRate: Percent | null
  /** Cash and card, as far as the shop accepts them. Only card when it accepts neither. */
  tenders: readonly ('Cash' | 'Card')[]
  taxSystem: RussianTaxSystem | null
}

/** Returns the data of a retail point, or of all active ones combined. */
export async function readTestedShop(tx: Tx, retailPointId: string | null): Promise<TestedShop> {
  const { timeZone, defaultVatRate: vatRate } = await loadSettings(tx)
  const points = await tx
    .select({ paymentTypes: retailPoints.paymentTypes, taxSystem: retailPoints.taxSystem })
    .from(retailPoints)
    .where(
      and(
        eq(retailPoints.organizationId, tx.organizationId),
        retailPointId ? eq(retailPoints.id, retailPointId) : eq(retailPoints.isActive, true),
      ),
    )
  const taken = (['Cash', 'Card'] as const).filter((type) =>
    points.some(({ paymentTypes }) => paymentTypes.includes(type)),
  )
  const taxSystem = taxSystemOf(retailPointId ? (points[0]?.taxSystem ?? null) : null)
  return { timeZone, vatRate, tenders: taken.length > 0 ? taken : ['Card'], taxSystem }
}

/**
 * Sends a receipt of 1.00 without storing it, and waits some seconds for the result. Throws `fiscal_refused`
 * with the message of the provider or the hub, and `fiscal_unanswered`.
 */
export async function testSend(
  provider: FiscalProvider,
  adapter: FiscalAdapter,
  shop: TestedShop,
  means: Means,
): Promise<TestReceipt> {
  const outcome = await settled(adapter, await adapter.send(testReceipt(shop)), means)
  switch (outcome.state) {
    case 'Done': {
      const { time: _, ...result } = outcome.result
      return { provider, state: 'Done', ...result }
    }
    case 'Pending':
      return {
        provider,
        state: 'Pending',
        sign: null,
        docNumber: null,
        regNumber: null,
        shiftNumber: null,
        url: null,
        isOffline: false,
      }
    case 'Unknown':
      throw new Problem(outcome.code === HUB_FAULT ? 'fiscal_refused' : 'fiscal_unanswered', {
        detail: outcome.message.slice(0, MOST_WORDS),
      })
    case 'Failed': {
      const code = outcome.next === 'Retry' ? 'fiscal_unanswered' : 'fiscal_refused'
      throw new Problem(code, { detail: `${outcome.code}: ${outcome.message}`.slice(0, MOST_WORDS) })
    }
  }
}

async function settled(adapter: FiscalAdapter, sent: Outcome, { stopping, pace }: Means): Promise<Outcome> {
  let outcome = sent
  for (let poll = 0; poll < POLLS && outcome.state === 'Pending' && !stopping.aborted; poll += 1) {
    if (poll > 0) await sleep(POLL_MS * pace, stopping)
    const polled = await adapter.status(outcome.providerId)
    // The provider has accepted the receipt. A later poll with state Unknown does not change that.
    if (polled.state !== 'Unknown') outcome = polled
  }
  return outcome
}

/**
 * Returns a receipt with the shop's VAT rate and payment types, so that the provider treats it like a real
 * receipt.
 */
function testReceipt({ timeZone, vatRate, tenders, taxSystem }: TestedShop): FiscalReceipt {
  const sums = spread(
    ONE,
    tenders.map(() => 1),
  )
  return {
    externalId: `test-${newId()}`,
    operation: 'Sell',
    soldAt: new Date().toISOString(),
    timeZone,
    cashierName: null,
    taxSystem,
    customer: { email: null, phone: null },
    lines: [
      {
        name: 'Тестовая позиция',
        quantity: quantity(1),
        price: ONE,
        sum: ONE,
        vatRate,
        vatSum: lineVat(ONE, vatRate, true),
        unit: { code: '796', name: 'шт', fiscalMeasure: 0 },
        subject: 'Good',
        isMarked: false,
        ntin: null,
        isAdvance: false,
        markingCode: null,
      },
    ],
    payments: tenders.map((type, i) => ({ type, amount: must(sums[i]) })),
    change: amount(0),
    total: ONE,
    basis: null,
  }
}
