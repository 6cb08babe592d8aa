import {
  ADDRESS,
  type AddressState,
  CONFIRM_OWN_ADDRESS,
  SEND_ADDRESS_LINK,
} from '#shared/contracts/account/address.ts'
import type { SignedUp } from '#shared/contracts/account/auth.ts'
import type { PairingCode, RetailPoint } from '#shared/contracts/catalog/retail-points.ts'
import type { Page } from '#shared/contracts/common.ts'
import { DEMO_DATA, type DemoData, SEED_DEMO } from '#shared/contracts/organization/demo-data.ts'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import type { HubApi } from './hub-api.ts'
import { DEMO_OWNER, RETAIL_POINT_SETTINGS } from './shop.ts'

/** Maximum time in ms to wait for the demo's own mail. */
const MAIL_MS = 20_000

/**
 * Signs in as the demo's owner, ensures that the shop exists, and returns its retail point. A job of the hub
 * generates a month of activity. An interrupted attempt is continued by the next run. A completed shop is not
 * changed again. `linkToOwner` is the link mailed to the owner to verify the email address.
 */
export async function fillShop(hub: HubApi, linkToOwner: Promise<string>): Promise<RetailPoint> {
  await signIn(hub)
  await proveAddress(hub, linkToOwner)
  const retailPoint = await findRetailPoint(hub)
  const open = retailPoint.receiptHeader === null ? await openRetailPoint(hub, retailPoint) : retailPoint
  const { state } = await hub.call<DemoData>('GET', DEMO_DATA.path)
  if (state === 'None') await hub.call<DemoData>('POST', SEED_DEMO.path)
  return open
}

/** Returns a pairing code for the agent of the retail point. */
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

/** Verifies the email address of the demo's owner. Nobody reads its mail, so the demo follows the link itself. */
async function proveAddress(hub: HubApi, linkToOwner: Promise<string>): Promise<void> {
  const { provedAt } = await hub.call<AddressState>('GET', ADDRESS.path)
  if (provedAt !== null) return
  await hub.call('POST', SEND_ADDRESS_LINK.path)
  const link = await Promise.race([linkToOwner, sleep(MAIL_MS)])
  // Without the link, the console asks the user to verify the address.
  if (!link) return
  const token = new URL(link).hash.slice('#token='.length)
  await hub.call('POST', CONFIRM_OWN_ADDRESS.path, { token })
}

/** Returns the retail point created with the organization. */
async function findRetailPoint(hub: HubApi): Promise<RetailPoint> {
  const path = '/api/catalog/retail-points?sort=createdAt&pageSize=1'
  const { items } = await hub.call<Page<RetailPoint>>('GET', path)
  return must(items[0], 'retail point')
}

async function openRetailPoint(hub: HubApi, retailPoint: RetailPoint): Promise<RetailPoint> {
  const { id, createdAt, updatedAt, ...editable } = retailPoint
  return hub.call('PUT', `/api/catalog/retail-points/${id}`, { ...editable, ...RETAIL_POINT_SETTINGS })
}
