import type { ApprovedCommand, LimitName } from '#shared/contracts/till/approvals.ts'

/** A command refused by a limit of the cashier. */
export interface RefusedCommand {
  limit: LimitName
  deed: ApprovedCommand
}

/** Function that returns the token of the approval; null: none was given. */
type RequestApproval = (refused: RefusedCommand) => Promise<string | null>

let desk: RequestApproval | null = null

/** Registers the function that asks from now on; the returned function unregisters it. */
export function openDesk(ask: RequestApproval): () => void {
  desk = ask
  return () => {
    if (desk === ask) desk = null
  }
}

/** Asks for an approval. Returns null also where no dialog is registered. */
export const askSupervisor: RequestApproval = async (refused) => desk?.(refused) ?? null
