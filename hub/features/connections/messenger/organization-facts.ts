import type { Tx } from '#hub/db/transact.ts'
import { loadLetterhead } from '#hub/print/letterhead.ts'

/** Facts about the organization for message texts. */
export interface OrganizationFacts {
  organization: string
  timeZone: string
  currency: string
}

export async function readOrganizationFacts(tx: Tx): Promise<OrganizationFacts> {
  const { name: organization, timeZone, currency } = await loadLetterhead(tx)
  return { organization, timeZone, currency }
}
