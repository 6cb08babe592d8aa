import type { Tx } from '#hub/db/transact.ts'
import { loadLetterhead } from '#hub/print/letterhead.ts'

/** What words about the organization need to know of it. */
export interface ToldOf {
  organization: string
  timeZone: string
  currency: string
}

export async function readToldOf(tx: Tx): Promise<ToldOf> {
  const { name: organization, timeZone, currency } = await loadLetterhead(tx)
  return { organization, timeZone, currency }
}
