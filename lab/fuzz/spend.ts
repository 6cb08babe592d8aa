import { must } from '#shared/std/must.ts'
import { ApiClient, signUp } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import type { Draft } from './draft.ts'
import type { Tree } from './json-text.ts'
import type { World } from './world.ts'

/**
 * Path of organizations.
 *
 * The functions below give destructive requests their own accounts, organizations and colleagues, because
 * they would otherwise end the run.
 */

export const ORGANIZATIONS = '/api/super-admin/organizations'

type Members = { [name: string]: Tree }

/** Signs up a separate account for a request that ends sign-ins. */
export async function spendAccount(draft: Draft, world: World): Promise<ApiClient> {
  const { api } = await signUp(world.door)
  draft.headers.push(['Authorization', must(api.headers.Authorization)])
  draft.isOfSpareAccount = true
  return api
}

/** Signs up a separate organization for a request that would otherwise end the run. */
export async function spendOrganization(draft: Draft, world: World): Promise<void> {
  const shop = await signUp(world.door)
  const { organizationId } = shop
  draft.pathParameters.id = organizationId
  if (draft.method === 'DELETE' || draft.operation.path.endsWith('/restore')) {
    const headers = Object.fromEntries(await world.headersOf('super-admin', 0))
    await new ApiClient(world.door).with(headers).post(`${ORGANIZATIONS}/${organizationId}/archive`)
  }
  const body = draft.body as Members | undefined
  if (body && 'version' in body) Object.assign(body, { version: 1 })
  if (body && 'employeeId' in body) {
    await hire(world.door, shop, 'Cashier')
    const { items } = (await shop.api.get('/api/organization/employees?sort=-createdAt')).body
    Object.assign(body, { employeeId: items[0].id, reason: 'It was asked for' })
  }
}

/** Signs up a separate organization with a visit for the request. */
export async function spendVisit(draft: Draft, world: World): Promise<void> {
  const { organizationId } = await signUp(world.door)
  draft.pathParameters.orgId = organizationId
  if (draft.method !== 'DELETE') return
  const headers = Object.fromEntries(await world.headersOf('super-admin', 0))
  const path = `${ORGANIZATIONS}/${organizationId}/visits`
  const { body } = await new ApiClient(world.door).with(headers).post(path, { reason: 'Asked for help' })
  draft.pathParameters.id = body.id
}

/** Signs up a separate organization with a colleague who has an account. */
export async function spendColleague(draft: Draft, world: World): Promise<void> {
  const shop = await signUp(world.door)
  await hire(world.door, shop, 'Cashier')
  const { items } = (await shop.api.get('/api/organization/employees?sort=-createdAt')).body
  draft.pathParameters.orgId = shop.organizationId
  if ('id' in draft.pathParameters) draft.pathParameters.id = items[0].id
  const body = draft.body as Members | undefined
  if (body && 'lastName' in body)
    Object.assign(body, { roleId: items[0].roleId, retailPointIds: [], storeIds: [], posPin: null })
  if (body && 'version' in body) Object.assign(body, { version: items[0].version, isAccountActive: true })
}
