import type { FiscalAdapter, Outcome } from '#hub/fiscal/adapter.ts'
import { HUB_FAULT } from '#hub/fiscal/own-faults.ts'
import type { FiscalReceipt } from '#hub/fiscal/receipt.ts'
import type { FiscalProvider, TestReceipt } from '#shared/contracts/organization/fiscal.ts'
import { amount, quantity } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { sleep } from '#shared/std/retry.ts'

const POLLS = 8
const POLL_MS = 1_000
const ONE = amount(1)
const MOST_WORDS = 500

interface Means {
  /** Aborted when the hub stops. */
  stopping: AbortSignal
  /** Of the waits between polls. */
  pace: number
}

/**
 * Sends a receipt of 1.00 that nothing is stored of, and waits some seconds for what becomes of it. Throws
 * fiscal_refused with the provider's words or our own, fiscal_unanswered.
 */
export async function testSend(
  provider: FiscalProvider,
  adapter: FiscalAdapter,
  timeZone: string,
  means: Means,
): Promise<TestReceipt> {
  const outcome = await settled(adapter, await adapter.send(testReceipt(timeZone)), means)
  switch (outcome.state) {
    case 'Done': {
      const { time: _, ...result } = outcome.result
      return { provider, state: 'Done', ...result }
    }
    case 'Pending':
      return {
        ...{ provider, state: 'Pending', sign: null, docNumber: null, regNumber: null },
        ...{ shiftNumber: null, url: null, isOffline: false },
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
    const told = await adapter.status(outcome.providerId)
    // It was accepted, whatever one poll says.
    if (told.state !== 'Unknown') outcome = told
  }
  return outcome
}

function testReceipt(timeZone: string): FiscalReceipt {
  return {
    externalId: `test-${newId()}`,
    ...{ operation: 'Sell', soldAt: new Date().toISOString(), timeZone, cashierName: null, taxSystem: null },
    customer: { email: null, phone: null },
    lines: [
      {
        ...{ name: 'Тестовая позиция', quantity: quantity(1), price: ONE, sum: ONE, vatRate: null },
        ...{ vatSum: amount(0), unit: { code: '796', name: 'шт', fiscalMeasure: 0 } },
        ...{ isService: false, ntin: null, isAdvance: false, markingCode: null },
      },
    ],
    // Every provider takes a card; not every one takes cash.
    payments: [{ type: 'Card', amount: ONE }],
    ...{ change: amount(0), total: ONE, basis: null },
  }
}
