import { type Failed, type FiscalAdapter, failed, type Outcome } from './adapter.ts'

/** Code of a failure that is the hub's own, such as a key that cannot sign. */
export const HUB_FAULT = 'HubFault'

type Report = (error: unknown) => void

/**
 * The adapter, none of whose methods throws: an error of our own is told to `report`, and is an outcome with words. Nobody
 * knows whether the request had left, so the receipt is looked up before it is sent again.
 */
export function guarded(adapter: FiscalAdapter, report: Report): FiscalAdapter {
  const { send, status, lookUp, closeShift, carryOut } = adapter
  const asUnknown = (error: unknown): Extract<Outcome, { state: 'Unknown' }> => {
    report(error)
    return { state: 'Unknown', code: HUB_FAULT, message: wordsOf(error) }
  }
  const asFailed = (error: unknown): Failed => {
    report(error)
    return failed(HUB_FAULT, wordsOf(error), 'Retry')
  }
  return {
    capabilities: adapter.capabilities,
    send: (receipt) => settled(() => send(receipt), asUnknown),
    status: (providerId) => settled(() => status(providerId), asUnknown),
    ...(lookUp && { lookUp: (receipt) => settled(() => lookUp(receipt), asUnknown) }),
    ...(closeShift && { closeShift: () => settled(closeShift, asFailed) }),
    ...(carryOut && { carryOut: (operation) => settled(() => carryOut(operation), asUnknown) }),
  }
}

/** Stands for a cash box that cannot even be opened: every method throws `error`. */
export function unusable(error: unknown): FiscalAdapter {
  const refuse = async (): Promise<never> => {
    throw error
  }
  return {
    capabilities: {
      ...{ async: false, needsShift: false, returnNeedsBasis: false },
      ...{ maxLines: 0, offlineHours: null },
    },
    ...{ send: refuse, status: refuse, lookUp: refuse, carryOut: refuse },
  }
}

async function settled<T, U>(ask: () => Promise<T>, otherwise: (error: unknown) => U): Promise<T | U> {
  try {
    return await ask()
  } catch (error) {
    return otherwise(error)
  }
}

/** For people. The text of an error may hold a part of a secret: it stays in the log. */
export function wordsOf(error: unknown): string {
  const { name, code = '' } = error as NodeJS.ErrnoException
  if (/^ERR_(OSSL|CRYPTO)/.test(code))
    return 'A key or certificate of the cash box cannot be used: give it again in the settings'
  if (code === 'ERR_INVALID_CHAR')
    return 'A secret of the cash box has characters that cannot be sent: give it again in the settings'
  return `The hub itself failed (${code || name}): its log says more`
}
