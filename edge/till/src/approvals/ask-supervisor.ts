import type { ApprovedDeed, LimitName } from '#shared/contracts/till/approvals.ts'

/** What a limit has kept from the cashier. */
export interface RefusedDeed {
  limit: LimitName
  deed: ApprovedDeed
}

/** Answers the approval; null: nobody has given one. */
type Ask = (refused: RefusedDeed) => Promise<string | null>

let desk: Ask | null = null

/** Who asks from now on; the answer ends it. */
export function openDesk(ask: Ask): () => void {
  desk = ask
  return () => {
    if (desk === ask) desk = null
  }
}

/** Null also where nobody can be asked. */
export const askSupervisor: Ask = async (refused) => desk?.(refused) ?? null
