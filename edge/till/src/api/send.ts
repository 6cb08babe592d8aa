import { APPROVAL_HEADER, type ApprovedCommand, type LimitName } from '#shared/contracts/till/approvals.ts'
import { TILL_API, TILL_ID_HEADER } from '#shared/contracts/till/routes.ts'
import { makeClient, pathOf, Refusal, type Send, type SendOptions } from '#shared/ui/api/client.ts'
import { askSupervisor } from '../approvals/ask-supervisor.ts'
import { tillId } from './till-id.ts'

const sendAsCashier = makeClient(TILL_API, () => {
  const id = tillId()
  return id === null ? {} : { [TILL_ID_HEADER]: id }
})

/**
 * Sends a request of TILL_ROUTES to the agent that serves this page. If it exceeds a limit of the cashier, a
 * supervisor is asked, and the request is sent once more with the approval (docs/domain.md#approvals).
 */
export const send: Send = async (route, options = {}) => {
  try {
    return await sendAsCashier(route, options)
  } catch (error) {
    const limit = limitOf(error)
    const approval = limit && (await askSupervisor({ limit, deed: commandOf(route, options) }))
    if (!approval) throw error
    return await sendAsCashier(route, {
      ...options,
      headers: { ...options.headers, [APPROVAL_HEADER]: approval },
    })
  }
}

const limitOf = (error: unknown): LimitName | null =>
  error instanceof Refusal ? ((error.problem.limit as LimitName | undefined) ?? null) : null

function commandOf(route: string, options: SendOptions): ApprovedCommand {
  const [method, template = '/'] = route.split(' ')
  // The body as it is sent, where undefined fields are absent.
  const body = options.body === undefined ? {} : { body: JSON.parse(JSON.stringify(options.body)) }
  return { method: method as ApprovedCommand['method'], path: pathOf(template, options), ...body }
}
