import type { SignedUp } from '#shared/contracts/account/auth.ts'
import type { PairingCode, RetailPoint } from '#shared/contracts/catalog/retail-points.ts'
import type { UnitOfMeasure } from '#shared/contracts/catalog/units-of-measure.ts'
import type { Page } from '#shared/contracts/common.ts'
import { must } from '#shared/std/must.ts'
import type { HubApi } from './hub-api.ts'
import { DEMO_OWNER, demoGroups, RETAIL_POINT_SETTINGS } from './shop.ts'

/** Numbers of the units in the UN/ECE and ОКЕИ lists. */
const PIECE = '796'
const KILOGRAM = '166'

/**
 * Signs in as the demo's owner and makes sure that the shop is there; answers with its retail point. All that is
 * made has a fixed id and the retail point's texts come last: an attempt cut short is taken up by the next one, and
 * a complete shop is left as its owner has changed it since.
 */
export async function fillShop(hub: HubApi): Promise<RetailPoint> {
  await signIn(hub)
  const retailPoint = await findRetailPoint(hub)
  if (retailPoint.receiptHeader !== null) return retailPoint
  await createGoods(hub, retailPoint.storeId)
  return openRetailPoint(hub, retailPoint)
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

/** `scope` tells the ids of this organization's goods from those of any other. */
async function createGoods(hub: HubApi, scope: string): Promise<void> {
  const { items: units } = await hub.call<Page<UnitOfMeasure>>(
    'GET',
    '/api/catalog/units-of-measure?pageSize=500',
  )
  const unitId = (code: string) => must(units.find((unit) => unit.code === code)?.id, `unit ${code}`)
  for (const { products, ...group } of demoGroups(scope)) {
    await hub.call('POST', '/api/catalog/product-groups', group)
    for (const product of products) {
      await hub.call('POST', '/api/catalog/products', {
        ...product,
        productGroupId: group.id,
        unitOfMeasureId: unitId(product.isWeighed ? KILOGRAM : PIECE),
      })
    }
  }
}

async function openRetailPoint(hub: HubApi, retailPoint: RetailPoint): Promise<RetailPoint> {
  const { id, createdAt, updatedAt, ...editable } = retailPoint
  return hub.call('PUT', `/api/catalog/retail-points/${id}`, { ...editable, ...RETAIL_POINT_SETTINGS })
}
