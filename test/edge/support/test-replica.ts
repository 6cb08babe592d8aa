import { onTestFinished } from 'vitest'
import { findByCode } from '#edge/features/products/find-by-code.ts'
import { replicaPaths } from '#edge/replica/paths.ts'
import { Replica, type ReplicaReader } from '#edge/replica/replica.ts'
import { ReplicaWriter } from '#edge/replica/replica-writer.ts'
import { SnapshotFile } from '#shared/replica/snapshot-file.ts'
import { newId } from '#shared/std/ids.ts'
import {
  type DownloadLine,
  DownloadLine as Line,
  type ReplicaProduct,
  type ReplicaSettings,
} from '#shared/sync/download.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { product, settings } from './catalog.ts'

export const DEVICE = newId()
export const UNIT = newId()
export const META = { deviceId: DEVICE, cursor: 'c1', freshAt: '2026-03-02T09:00:00.000Z', publicUrl: '' }

export const settingsOf = (rest: Partial<ReplicaSettings> = {}): DownloadLine => {
  const retailPointId = newId()
  const body = {
    ...settings().v,
    organizationName: 'Shop',
    taxId: null,
    timeZone: 'Asia/Almaty',
    currencyCode: 'KZT',
    currencySymbol: '₸',
    retailPointId,
    retailPointName: 'Abay 1',
    address: null,
    storeId: newId(),
    priceTypeId: newId(),
    isActive: true,
    allowCustomPrice: false,
    allowReturnWithoutBasis: false,
    vatIncluded: true,
    receiptHeader: null,
    receiptFooter: null,
    paperWidth: 80,
    ...rest,
  }
  return { t: 'settings', op: 'put', id: retailPointId, v: body }
}

export const productOf = (name: string, rest: Partial<ReplicaProduct> = {}, id = newId()): DownloadLine => {
  const v = {
    ...product().v,
    name,
    code: '',
    article: null,
    groupId: null,
    unitId: UNIT,
    kind: 'Good',
    price: 5,
    minPrice: null,
    vatRate: null,
    isWeighed: false,
    weightCode: null,
    isDiscountProhibited: false,
    barcodes: [],
    ...rest,
  }
  return { t: 'product', op: 'put', id, v }
}

export const groupOf = (id: string, parentId: string | null = null, rest = {}): DownloadLine => ({
  t: 'group',
  op: 'put',
  id,
  v: { name: 'Group', parentId, sortOrder: 0, vatRate: null, useParentVat: true, ...rest },
})

export const stockOf = (id: string, quantity: number): DownloadLine => ({
  t: 'stock',
  op: 'put',
  id,
  v: { quantity },
})

export const removed = (t: DownloadLine['t'], id: string): DownloadLine => ({ t, op: 'del', id })

/**
 * Opens a replica with the given lines in a temporary folder. With `isLoaded`, the lines are loaded as a
 * snapshot, otherwise applied as changes to an empty replica.
 */
export function openTestReplica(
  lines: readonly DownloadLine[] = [],
  { isLoaded = true, now = new Date() } = {},
) {
  const folder = createTestFolder()
  const paths = replicaPaths(folder.path)
  const load = (path: string, loaded: readonly DownloadLine[], meta: object = META): void => {
    const file = new SnapshotFile(path)
    for (const line of loaded) file.apply(Line.parse(line))
    file.complete(meta)
  }
  load(paths.replica, isLoaded ? lines : [])
  const writer = new ReplicaWriter(paths.replica)
  const damage: string[] = []
  const replica = new Replica(
    folder.path,
    (detail) => damage.push(detail),
    () => now,
  )
  const change = (...changed: DownloadLine[]): void => {
    writer.begin()
    for (const line of changed) writer.apply(Line.parse(line))
    writer.commit(META)
  }
  if (!isLoaded) change(...lines)
  replica.openFor(DEVICE)
  onTestFinished(() => {
    replica.close()
    writer.close()
    folder.remove()
  })
  const read = <T>(work: (reader: ReplicaReader) => T): T => replica.read(work)
  const found = (typed: string): string[] =>
    read(({ products }) => products.search(typed, 100)).items.map(({ name }) => name)
  const scanned = (code: string): string[] =>
    read((reader) => findByCode(reader, code).products).map(({ name }) => name)
  return { folder: folder.path, paths, replica, writer, damage, load, change, read, found, scanned }
}
