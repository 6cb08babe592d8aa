import { type Failed, type FiscalAdapter, failed, type Outcome } from './adapter.ts'

/** Code of a failure of the hub itself, such as an unusable signing key. */
export const HUB_FAULT = 'HubFault'

type Report = (error: unknown) => void

/**
 * Wraps an adapter so that its methods never throw. An error of the hub is passed to `report` and becomes an
 * outcome with a message. The request may have been sent, so the receipt is looked up before it is sent
 * again.
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

/** Returns an adapter for a cash box that cannot be opened. Every method throws `error`. */
export function unusable(error: unknown): FiscalAdapter {
  const refuse = async (): Promise<never> => {
    throw error
  }
  return {
    capabilities: {
      async: false,
      needsShift: false,
      returnNeedsBasis: false,
      maxLines: 0,
      offlineHours: null,
    },
    send: refuse,
    status: refuse,
    lookUp: refuse,
    carryOut: refuse,
  }
}

async function settled<T, U>(ask: () => Promise<T>, otherwise: (error: unknown) => U): Promise<T | U> {
  try {
    return await ask()
  } catch (error) {
    return otherwise(error)
  }
}

/** Returns a message for users. The error text can contain part of a secret, so it is only logged. */
export function wordsOf(error: unknown): string {
  const { name, code = '' } = error as NodeJS.ErrnoException
  if (/^ERR_(OSSL|CRYPTO)/.test(code))
    return 'A key or certificate of the fiscal provider is not valid: enter it again in the settings'
  if (code === 'ERR_INVALID_CHAR')
    return 'A password or key of the fiscal provider has invalid characters: enter it again in the settings'
  return `Error on the server (${code || name}): see its log`
}
