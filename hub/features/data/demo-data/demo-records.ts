import { demoIds } from './demo-ids.ts'
import { demoCashiers, demoCustomers, demoGoods, demoGroups, demoSuppliers } from './goods.ts'

/** Upper bound for the number of documents in the demo month. */
const MOST_DOCUMENTS = 400

/**
 * Returns the ids of all possible demo records of the organization, in the format expected by
 * hub/db/sql/demo-data.sql.
 */
export function demoRecords(organizationId: string) {
  const ids = demoIds(organizationId)
  const of = (kind: Parameters<typeof ids>[0], list: readonly unknown[]) =>
    list.map((_, place) => ids(kind, place))
  return {
    products: of('product', demoGoods('en')),
    groups: of('group', demoGroups('en')),
    counterparties: [...of('supplier', demoSuppliers('en')), ...of('customer', demoCustomers('en'))],
    employees: of('cashier', demoCashiers('en')),
    programs: [ids('program')],
    promotions: [ids('promotion')],
    loyaltyCards: of('card', demoCustomers('en')),
    documents: of('document', Array.from({ length: MOST_DOCUMENTS })),
    priceTypes: [ids('wholesale')],
    stores: [ids('warehouse')],
    till: ids('till'),
  }
}
