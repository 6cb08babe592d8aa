import { deleteImageFiles } from '#hub/features/catalog/product-images/remove-images.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { DEMO_DATA, REMOVE_DEMO, SEED_DEMO } from '#shared/contracts/organization/demo-data.ts'
import { readDemoData, startSeeding } from './demo-state.ts'
import { removeDemo } from './remove-demo.ts'

const tag = 'Organization: demo data'

export const demoDataRoutes = area(
  getRoute({
    ...DEMO_DATA,
    may: 'organization.view',
    stores: 'none',
    tag,
    summary: 'Show the state of the demo data',
    read: (tx) => readDemoData(tx),
    present: (found) => found,
  }),
  actionRoute({
    ...SEED_DEMO,
    may: 'organization.update',
    stores: 'all',
    tag,
    summary: 'Fill the organization with a demo shop and a month of its data',
    description:
      'A job does it: goods with pictures, suppliers, documents, 30 days of receipts. While it runs, or when the organization has demo ' +
      'data or data of its own, nothing is inserted: the response is the current state.',
    command: (tx, { actor, hub }) => startSeeding(tx, actor, hub.jobs),
    afterwards: ({ jobs }) => jobs.wake('demo-data'),
    present: (found) => found,
  }),
  actionRoute({
    ...REMOVE_DEMO,
    may: 'organization.update',
    stores: 'all',
    stepUp: true,
    tag,
    summary: 'Remove the demo data',
    description:
      'Removes all of it at once: goods, partners, documents, receipts, the virtual till. Own data of the organization ' +
      'stays, and so do groups, partners and other records that it refers to. Refused (`demo_data_in_use`) when documents or ' +
      'receipts of its own refer to goods, documents or receipts of the demo: a cleanup deletes those too.',
    command: (tx) => removeDemo(tx),
    afterwards: (hub, { images }) => deleteImageFiles(hub, images),
    present: ({ left }) => left,
  }),
)
