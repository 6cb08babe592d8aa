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
    summary: 'What is there of the demo data',
    read: (tx) => readDemoData(tx),
    present: (found) => found,
  }),
  actionRoute({
    ...SEED_DEMO,
    may: 'organization.update',
    stores: 'all',
    tag,
    summary: 'Fill the organization with a shop of a month',
    description:
      'A job does it: goods with pictures, suppliers, documents, 30 days of receipts. Where it runs already, or where data ' +
      'exist, also of the organization itself, nothing is inserted: the answer is the summary of what is there.',
    deed: (tx, { actor, hub }) => startSeeding(tx, actor, hub.jobs),
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
      'All of it at once: goods, partners, documents, receipts, the till that is no machine. What the organization has of its own ' +
      'stays, and so do the groups, partners and the like that it names. Refused (`demo_data_in_use`) where documents or ' +
      'receipts of its own are about goods, documents or receipts of the demo: a cleanup deletes those too.',
    deed: (tx) => removeDemo(tx),
    afterwards: (hub, { images }) => deleteImageFiles(hub, images),
    present: ({ left }) => left,
  }),
)
