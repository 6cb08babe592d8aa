import { eq } from 'drizzle-orm'
import { deleteRecord, getRecord } from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { AfterCommit } from '#hub/http/standard-resource.ts'
import { endPairingCodes } from './create-pairing-code.ts'
import { deleteLogoFiles } from './logo.ts'
import { lockRetailPoint } from './queries.ts'

/** Deletes the retail point and its logo. Throws `in_use` when agents were enrolled or sales made there. */
export async function deleteRetailPoint(tx: Tx, id: string): Promise<AfterCommit> {
  await lockRetailPoint(tx, id)
  const { logoKey } = await getRecord(tx, retailPoints, 'retail point', id)
  await refuseWhenUsed(tx, [
    { resource: 'devices', table: devices, where: eq(devices.retailPointId, id), name: devices.name },
    {
      resource: 'retail sales',
      table: retailSales,
      where: eq(retailSales.retailPointId, id),
      name: retailSales.number,
    },
  ])
  await deleteRecord(tx, retailPoints, 'retail point', id)
  await endPairingCodes(tx, id)
  const { organizationId } = tx
  return (hub) => deleteLogoFiles(hub, organizationId, logoKey)
}
