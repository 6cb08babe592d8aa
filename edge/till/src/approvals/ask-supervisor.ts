import type { ApprovedDeed, LimitName } from '#shared/contracts/till/approvals.ts'

/** A command refused by a limit of the cashier. */
export interface RefusedDeed {
  limit: LimitName
  deed: ApprovedDeed
}

/** Function that returns the token of the approval; null: none was given. */
type Ask = (refused: RefusedDeed) => Promise<string | null>

let desk: Ask | null = null

/** Registers the function that asks from now on; the returned function unregisters it. */
export function openDesk(ask: Ask): () => void {
  desk = ask
  return () => {
    if (desk === ask) desk = null
  }
}

/** Asks for an approval. Returns null also where no dialog is registered. */
export const askSupervisor: Ask = async (refused) => desk?.(refused) ?? null
