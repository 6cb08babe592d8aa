import { TILL_API, TILL_ID_HEADER } from '#shared/contracts/till/routes.ts'
import { makeClient } from '#shared/ui/api/client.ts'
import { tillId } from './till-id.ts'

/** Sends one request of TILL_ROUTES to the agent that serves this page. */
export const send = makeClient(TILL_API, () => ({ [TILL_ID_HEADER]: tillId() }))
