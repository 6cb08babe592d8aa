import { documentTable } from './documents.ts'

/** Kinds of back-office documents (docs/domain.md#documents). */
export const SUPPLIES = documentTable({
  base: '/api/purchases/supplies',
  area: 'purchases',
  members: {
    name: 'Supply',
    header: [
      'storeId',
      'counterpartyId',
      'currencyId',
      'rate',
      'multiplicity',
      'vatEnabled',
      'vatIncluded',
      'incomingNumber',
      'incomingDate',
      'overheadSum',
      'overheadDistribution',
      'updateRetailPrice',
    ],
    line: ['quantity', 'price', 'discountPercent', 'vatRate', 'overheadShare', 'retailPrice'],
  },
})
export const SUPPLIER_RETURNS = documentTable({
  base: '/api/purchases/supplier-returns',
  area: 'purchases',
  members: {
    name: 'SupplierReturn',
    header: [
      'storeId',
      'counterpartyId',
      'supplyId',
      'currencyId',
      'rate',
      'multiplicity',
      'vatEnabled',
      'vatIncluded',
    ],
    line: ['quantity', 'ownPrice', 'discountPercent', 'vatRate', 'priceDifference'],
  },
})
export const ENTERS = documentTable({
  base: '/api/inventory/enters',
  area: 'inventory',
  members: {
    name: 'Enter',
    header: ['storeId', 'overheadSum', 'overheadDistribution'],
    line: ['quantity', 'ownPrice', 'overheadShare', 'reason'],
  },
})
export const LOSSES = documentTable({
  base: '/api/inventory/losses',
  area: 'inventory',
  members: {
    name: 'Loss',
    header: ['storeId', 'reason'],
    line: ['quantity', 'ownPrice', 'reason'],
  },
})
export const TRANSFERS = documentTable({
  base: '/api/inventory/transfers',
  area: 'inventory',
  members: {
    name: 'Transfer',
    header: ['sourceStoreId', 'targetStoreId', 'overheadSum', 'overheadDistribution'],
    line: ['quantity', 'overheadShare'],
  },
})
export const INVENTORIES = documentTable({
  base: '/api/inventory/inventories',
  area: 'inventory',
  members: {
    name: 'Inventory',
    header: ['storeId', 'scope', 'countMode', 'startedAt', 'zeroUncounted'],
    line: ['countedQuantity', 'countedAt', 'expectedQuantity', 'difference', 'differenceSum'],
  },
})
export const DEMANDS = documentTable({
  base: '/api/sales/demands',
  area: 'sales',
  members: {
    name: 'Demand',
    header: [
      'storeId',
      'counterpartyId',
      'currencyId',
      'rate',
      'multiplicity',
      'vatEnabled',
      'vatIncluded',
      'shipmentAddress',
      'priceOverrides',
    ],
    line: ['quantity', 'ownPrice', 'discountPercent', 'vatRate'],
  },
})
