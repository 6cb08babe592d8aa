import type { z } from 'zod'
import type { DownloadDelete, DownloadEmpty } from '#shared/sync/download.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'
import { CardsWriter } from './cards.ts'
import { CashiersWriter } from './cashiers.ts'
import type { Db } from './db.ts'
import { DocumentsWriter } from './documents.ts'
import { GroupsWriter } from './groups.ts'
import type { KindWriter, ReadPut } from './kind-writer.ts'
import { ReceiptsWriter } from './receipts.ts'
import { SettingsWriter } from './settings.ts'
import { StockWriter } from './stock.ts'
import { UnitsWriter } from './units.ts'
import { VouchersWriter } from './vouchers.ts'

/** Parsed data line of a download, with amounts in whole steps. */
export type ReadLine = ReadPut | z.output<typeof DownloadDelete> | z.output<typeof DownloadEmpty>

/** Function that applies one line of a download. */
export type ApplyLine = (line: ReadLine) => void

/**
 * Returns a function that applies download lines. `products` is a loader while a snapshot is loaded into a
 * new file, when all lines are puts.
 */
export function lineWriter(db: Db, products: KindWriter<'product'>): ApplyLine {
  const writers: { [Kind in ReplicaKind]: KindWriter<Kind> } = {
    settings: new SettingsWriter(db),
    unit: new UnitsWriter(db),
    group: new GroupsWriter(db),
    product: products,
    cashier: new CashiersWriter(db),
    stock: new StockWriter(db),
    priceType: new DocumentsWriter(db, 'priceType'),
    vatRate: new DocumentsWriter(db, 'vatRate'),
    customer: new DocumentsWriter(db, 'customer'),
    receipt: new ReceiptsWriter(db),
    program: new DocumentsWriter(db, 'program'),
    promotion: new DocumentsWriter(db, 'promotion'),
    card: new CardsWriter(db),
    voucher: new VouchersWriter(db),
  }
  return (line) => {
    if (line.op === 'empty') return writers[line.t].empty(line.bucket)
    const id = line.id.toLowerCase()
    if (line.op === 'del') return writers[line.t].delete(id)
    // The mapped type loses the relation between the kind of a line and its writer.
    const writer = writers[line.t] as KindWriter<ReplicaKind>
    return writer.put(id, line.v as never)
  }
}
