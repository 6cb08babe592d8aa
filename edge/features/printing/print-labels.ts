import type { PrintLabels } from '#shared/contracts/till/printing.ts'
import { Problem } from '#shared/problems/problem.ts'
import { labelDocument } from '#shared/receipts/label-document.ts'
import { must } from '#shared/std/must.ts'
import { readPrinterAddress } from '../../devices/printers/printer-address.ts'
import type { EdgeEnv } from '../env.ts'
import { presentProducts } from '../products/present.ts'
import type { Actor } from '../session/actor.ts'
import { printerOf } from './printers.ts'
import { queueDocument } from './queue-document.ts'
import { receiptLayout } from './receipt-layout.ts'

/** Price labels of a product, as it is sold now. Throws not_found, price_missing, and no_printer: the browser prints then. */
export function printLabels(
  agent: EdgeEnv['Variables']['agent'],
  actor: Actor,
  productId: string,
  { copies }: PrintLabels,
): void {
  const { product, settings } = agent.replica.read((reader) => {
    const known = reader.products.find(productId)
    if (!known) throw new Problem('not_found', { detail: `There is no product ${productId}` })
    const [product] = presentProducts(reader, agent, [known])
    return { product: must(product), settings: must(reader.settings.find(), 'settings of the retail point') }
  })
  if (product.price === 0)
    throw new Problem('price_missing', { detail: `${product.name} has no price in this shop` })
  const printer = printerOf({ config: agent.config, devices: agent.journal.read.devices }, actor.tillId)
  if (!printer) throw new Problem('no_printer')
  const { paperWidth } = readPrinterAddress(printer.address)
  const document = labelDocument(
    { ...product, currencyCode: settings.currencyCode },
    receiptLayout(settings, paperWidth),
    { copies, at: agent.clock.now().toISOString() },
  )
  queueDocument(agent, actor, printer, document)
}
