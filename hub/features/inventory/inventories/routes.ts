import { presentDocument } from '#hub/documents/present.ts'
import { documentRoutes } from '#hub/documents/routes.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute } from '#hub/http/operations.ts'
import { FILL_SHEET } from '#shared/contracts/inventory/inventories.ts'
import { fillSheet } from './fill-sheet.ts'
import { inventory } from './inventory.ts'

export const countRoutes = area(
  documentRoutes(inventory),
  actionRoute({
    ...FILL_SHEET,
    may: 'inventory.update',
    stores: 'own',
    tag: inventory.tag,
    summary: 'Fill the sheet of a stock count from stock',
    description:
      'Adds a line without a counted quantity for each product that is in the store, or has moved there since a day. ' +
      'Products that have a line keep it.',
    command: (tx, { id, body, actor }) => fillSheet(tx, id, body, actor),
    present: (document, actor) => presentDocument(inventory, document, actor),
  }),
)
