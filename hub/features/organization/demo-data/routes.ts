import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { DEMO_DATA, SEED_DEMO } from '#shared/contracts/organization/demo-data.ts'
import { readDemoData, startSeeding } from './demo-state.ts'

const tag = 'Organization: demo data'

export const demoDataRoutes = area(
  getRoute({
    ...DEMO_DATA,
    may: 'organization.view',
    tag,
    summary: 'What is there of the demo data',
    read: (tx) => readDemoData(tx),
    present: (found) => found,
  }),
  actionRoute({
    ...SEED_DEMO,
    may: 'organization.update',
    tag,
    summary: 'Fill the organization with a shop of a month',
    description:
      'A job does it: goods with pictures, suppliers, documents, 30 days of receipts. A repeat while it runs, or when the ' +
      'data is there, changes nothing. An organization with data of its own is refused.',
    deed: (tx, { actor, hub }) => startSeeding(tx, actor, hub.jobs),
    afterwards: ({ jobs }) => jobs.wake('demo-data'),
    present: (found) => found,
  }),
)
