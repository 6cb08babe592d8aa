import type { SignedUp } from '#shared/contracts/account/auth.ts'
import type { PairingCode, RetailPoint } from '#shared/contracts/catalog/retail-points.ts'
import type { Page } from '#shared/contracts/common.ts'
import { DEMO_DATA, type DemoData, SEED_DEMO } from '#shared/contracts/organization/demo-data.ts'
import { must } from '#shared/std/must.ts'
import type { HubApi } from './hub-api.ts'
import { DEMO_OWNER, RETAIL_POINT_SETTINGS } from './shop.ts'

/**
 * Signs in as the demo's owner and makes sure that the shop is there; answers with its retail point. A job of the hub
 * gives the shop a month of life. An attempt cut short is taken up by the next one, and a complete shop is left as its
 * owner has changed it since.
 */
export async function fillShop(hub: HubApi): Promise<RetailPoint> {
  await signIn(hub)
  const retailPoint = await findRetailPoint(hub)
  const open = retailPoint.receiptHeader === null ? await openRetailPoint(hub, retailPoint) : retailPoint
  const { state } = await hub.call<DemoData>('GET', DEMO_DATA.path)
  if (state === 'None') await hub.call<DemoData>('POST', SEED_DEMO.path)
  return open
}

/** For the agent that is to sell at the retail point. */
export async function makePairingCode(hub: HubApi, retailPointId: string): Promise<string> {
  const path = `/api/catalog/retail-points/${retailPointId}/pairing-code`
  return (await hub.call<PairingCode>('POST', path)).code
}

async function signIn(hub: HubApi): Promise<void> {
  const { email, password } = DEMO_OWNER
  if (await hub.signIn(email, password)) return
  await hub.call<SignedUp>('POST', '/api/auth/signup', DEMO_OWNER)
  await hub.signIn(email, password)
}

/** The one that came with the organization. */
async function findRetailPoint(hub: HubApi): Promise<RetailPoint> {
  const path = '/api/catalog/retail-points?sort=createdAt&pageSize=1'
  const { items } = await hub.call<Page<RetailPoint>>('GET', path)
  return must(items[0], 'retail point')
}

async function openRetailPoint(hub: HubApi, retailPoint: RetailPoint): Promise<RetailPoint> {
  const { id, createdAt, updatedAt, ...editable } = retailPoint
  return hub.call('PUT', `/api/catalog/retail-points/${id}`, { ...editable, ...RETAIL_POINT_SETTINGS })
}
