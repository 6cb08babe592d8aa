import sharp from 'sharp'
import type { Actor } from '#hub/auth/actor.ts'
import type { HubCore } from '#hub/core.ts'
import { addImage, type StoredImage, storeImage } from '#hub/features/catalog/product-images/add-image.ts'
import { listImages } from '#hub/features/catalog/product-images/queries.ts'
import { type ProductImage, writeVariants } from '#hub/features/catalog/product-images/write-variants.ts'
import { revokeDevice } from '#hub/features/fleet/devices/revoke-device.ts'
import type { PostingContext } from '#hub/features/pos/upload/post-upload.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import { doJobs, type JobResult, type Run } from '#hub/jobs/do-jobs.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import { must } from '#shared/std/must.ts'
import { bookDocument } from './book-documents.ts'
import { countDemoData } from './demo-state.ts'
import { DemoTill } from './demo-till.ts'
import { drawPicture } from './draw-picture.ts'
import type { DemoGood } from './goods.ts'
import { type MadeShop, makeProducts, makeShop } from './make-shop.ts'
import type { PlannedDocument } from './plan-month.ts'
import { ReceiptBook } from './write-receipts.ts'

interface SeedingHub extends HubCore, PostingContext {
  files: FileStore
}

/** Registers the job that creates the demo data. */
export function doDemoData(hub: SeedingHub & Parameters<typeof doJobs>[0]): void {
  doJobs(hub, 'demo-data', (data, run) => seedDemo(hub, data, run))
}

/**
 * Creates the demo shop and simulates a month through the regular entry points: documents are posted in
 * order, and a till uploads receipts. Ids are deterministic, so a run can continue an interrupted one.
 */
async function seedDemo(
  hub: SeedingHub,
  { organizationId }: JobData['demo-data'],
  { signal, requester, command, progress }: Run,
): Promise<JobResult> {
  const actor = actorOf(organizationId, requester)
  const author = () => ({ employeeId: actor.employeeId, storeIds: [], command: command() })
  const made = await hub.db.transact(organizationId, (tx) => makeShop(tx, actor), author())
  const till = new DemoTill(hub, organizationId, made.shop.tillId)
  const receipts = new ReceiptBook(made.shop, till)
  // A step is a batch of goods, a day, or a batch of pictures.
  const steps = Math.ceil(made.goods.length / GOODS_OF_STEP)
  const total = steps + made.plan.length + steps
  let [done, documents] = [0, 0]
  const stepDone = (): void => {
    signal.throwIfAborted()
    done += 1
    progress(done, total)
  }
  for (let from = 0; from < made.goods.length; from += GOODS_OF_STEP) {
    const some = { from, to: from + GOODS_OF_STEP }
    await hub.db.transact(organizationId, (tx) => makeProducts(tx, made, some), author())
    stepDone()
  }
  const book = async (planned: readonly PlannedDocument[]): Promise<void> => {
    for (const one of planned) {
      const place = documents
      documents += 1
      await hub.db.transact(
        organizationId,
        (tx) => bookDocument(tx, made, { planned: one, place }, actor),
        author(),
      )
    }
  }
  for (const { morning, shift, evening } of made.plan) {
    await book(morning)
    if (shift) receipts.writeShift(shift)
    await till.handOver()
    await book(evening)
    stepDone()
  }
  await hub.db.transact(organizationId, (tx) => revokeDevice(tx, made.shop.tillId), author())
  await drawPictures(hub, organizationId, made, stepDone)
  return hub.db.read(organizationId, countDemoData)
}

/** Returns the requester as an actor, with only the basic permissions. */
function actorOf(organizationId: string, requester: Run['requester']): Actor {
  return {
    kind: 'person',
    id: requester?.id ?? organizationId,
    organizationId,
    employeeId: requester?.employeeId ?? null,
    name: requester?.name ?? '',
    isSuperAdmin: false,
    permissions: new Set(),
    storeIds: [],
    tillLimits: NO_LIMITS,
    retailPointId: null,
    isRevoked: false,
    needsSecondFactor: false,
    isAddressProved: true,
    sessionId: null,
  }
}

const GOODS_OF_STEP = 20

async function drawPictures(
  hub: SeedingHub,
  organizationId: string,
  { goods, shop }: MadeShop,
  stepDone: () => void,
): Promise<void> {
  const drawn = new Map<string, ProductImage>()
  for (let from = 0; from < goods.length; from += GOODS_OF_STEP) {
    const some = goods.slice(from, from + GOODS_OF_STEP)
    const ids = shop.products.slice(from, from + GOODS_OF_STEP).map(({ id }) => id)
    const present = await hub.db.read(organizationId, (tx) => listImages(tx, ids))
    const without = some.flatMap((good, at) => {
      const id = must(ids[at])
      return present.some(({ productId }) => productId === id) ? [] : [{ good, id }]
    })
    const stored: { id: string; file: StoredImage }[] = []
    for (const { good, id } of without) {
      const image = await pictureOf(good, drawn)
      const file = await storeImage(hub.files, organizationId, { name: `${good.picture.shape}.png` }, image)
      stored.push({ id, file })
    }
    await hub.db.transact(organizationId, async (tx) => {
      for (const { id, file } of stored) await addImage(tx, id, file)
    })
    stepDone()
  }
}

/** Returns the picture of a product. All brands of an item share one picture. */
async function pictureOf({ picture }: DemoGood, drawn: Map<string, ProductImage>): Promise<ProductImage> {
  const key = `${picture.shape} ${picture.colour} ${picture.tint}`
  const known = drawn.get(key)
  if (known) return known
  const made = await writeVariants(sharp(await drawPicture(picture)), 'image/png')
  drawn.set(key, made)
  return made
}
