import { demoIds } from './demo-ids.ts'
import { demoCashiers, demoCustomers, demoGoods, demoGroups, demoSuppliers } from './goods.ts'

/** More than a month has. */
const MOST_DOCUMENTS = 400

export type DemoRecords = ReturnType<typeof demoRecords>

/** The ids of all that the demo data of an organization can have (hub/db/sql/demo-data.sql takes them so). */
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
