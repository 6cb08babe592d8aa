/** Documents that move goods. */
export type DocumentType =
  | 'RetailSale'
  | 'Demand'
  | 'Supply'
  | 'SupplierReturn'
  | 'Enter'
  | 'Loss'
  | 'Transfer'
  | 'Inventory'
