/** Paths of the pages of documents that moved goods. */
const PATHS: Record<string, string> = {
  Supply: '/supplies',
  SupplierReturn: '/supplier-returns',
  Enter: '/enters',
  Loss: '/losses',
  Transfer: '/transfers',
  Inventory: '/inventories',
  Demand: '/demands',
  RetailSale: '/sales',
}

export const paperPath = (type: string, id: string): string | null => {
  const path = PATHS[type]
  return path ? `${path}/${id}` : null
}
