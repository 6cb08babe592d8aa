import type { ApprovedCommand, LimitName } from '#shared/contracts/till/approvals.ts'

/** A command that exceeds a limit of the cashier. */
export interface RefusedCommand {
  limit: LimitName
  deed: ApprovedCommand
}

/** Function that returns the token of the approval, or null when it was not given. */
type RequestApproval = (refused: RefusedCommand) => Promise<string | null>

let desk: RequestApproval | null = null

/** Registers the function that asks for approvals. Returns a function that unregisters it. */
export function openDesk(ask: RequestApproval): () => void {
  desk = ask
  return () => {
    if (desk === ask) desk = null
  }
}

/** Asks a supervisor for an approval. Also returns null when no dialog is registered. */
export const askSupervisor: RequestApproval = async (refused) => desk?.(refused) ?? null
