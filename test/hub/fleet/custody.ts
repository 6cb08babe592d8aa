import { eq } from 'drizzle-orm'
import { devices, uploads, workItems } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type NewWorkItem, openWorkItem } from '#hub/features/work-items/open-work-item.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { AgentReport } from '#shared/sync/report.ts'
import type { UploadItem, UploadResult } from '#shared/sync/upload.ts'
import type { Device } from '#test/support/device.ts'
import type { Answer, Organization, TestHub } from '#test/support/hub.ts'
import { openDatabase } from '#test/support/people.ts'

export async function within<T>(
  door: TestHub,
  { organizationId }: Organization,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  await using database = openDatabase(door)
  return await database.db.transact(organizationId, work)
}

/** Uploads a body that the hub cannot read and returns the upload ID. */
export async function quarantine(device: Device, body: string, id = newId()): Promise<string> {
  await uploaded(device, device.item(body, { id }), 'quarantined')
  return id
}

/** Uploads a different body with the ID of an existing upload and returns its hash. */
export async function contradict(device: Device, id: string, body: string): Promise<string> {
  const item = device.item(body, { id })
  await uploaded(device, item, 'conflict')
  return item.hash
}

async function uploaded(device: Device, item: UploadItem, result: UploadResult['result']): Promise<void> {
  const { body } = await device.upload([item])
  if (body.results?.[0].result !== result) throw new Error(`not ${result}: ${JSON.stringify(body)}`)
}

/** Replaces the bytes of an upload in custody, because old uploads can contain unreadable bytes. */
export function corrupt(door: TestHub, shop: Organization, id: string, bytes: Buffer): Promise<unknown> {
  return within(door, shop, (tx) => tx.update(uploads).set({ bytes }).where(eq(uploads.id, id)))
}

/**
 * Simulates three contacts of two agents with one identity: the first agent contacts the hub again after the
 * second.
 */
export async function clone(device: Device): Promise<void> {
  for (const bootId of ['first', 'second', 'first'])
    await device.api.post('/api/pos/v1/sales', { bootId, sales: [] })
}

export const report = (device: Device, report: AgentReport): Promise<Answer> =>
  device.api.post('/api/pos/v1/sales', { report, sales: [] })

export const open = (door: TestHub, shop: Organization, item: NewWorkItem): Promise<void> =>
  within(door, shop, (tx) => openWorkItem(tx, item))

/** Returns the database row of the work item with the given subject. */
export async function itemAbout(door: TestHub, shop: Organization, subject: string) {
  const [item] = await within(door, shop, (tx) =>
    tx.select().from(workItems).where(eq(workItems.subject, subject)),
  )
  return must(item, 'work item')
}

/** Sets device columns to values that agents do not report or that take time to occur. */
export function pretend(
  door: TestHub,
  shop: Organization,
  device: Device,
  values: Partial<typeof devices.$inferInsert>,
): Promise<unknown> {
  return within(door, shop, (tx) => tx.update(devices).set(values).where(eq(devices.id, device.id)))
}
