import { type PageEntry, page } from '../page-entry.ts'

export const catalogPages: readonly PageEntry[] = [
  page('/products', 'catalog.view', () => import('./products/list.tsx')),
  page('/products/import', 'catalog.create', () => import('./products/import/page.tsx')),
  page('/products/$id', 'catalog.view', () => import('./products/record.tsx')),
  page('/price-labels', 'catalog.view', () => import('./products/price-labels.tsx')),
  page('/product-groups', 'catalog.view', () => import('./product-groups/tree.tsx')),
  page('/product-groups/$id', 'catalog.view', () => import('./product-groups/record.tsx')),
  page('/price-types', 'catalog.view', () => import('./price-types/list.tsx')),
  page('/price-types/$id', 'catalog.view', () => import('./price-types/record.tsx')),
  page('/counterparties', 'catalog.view', () => import('./counterparties/list.tsx')),
  page('/counterparties/$id', 'catalog.view', () => import('./counterparties/record.tsx')),
  page('/currencies', 'catalog.view', () => import('./currencies/list.tsx')),
  page('/currencies/$id', 'catalog.view', () => import('./currencies/record.tsx')),
  page('/countries', 'catalog.view', () => import('./countries/list.tsx')),
  page('/countries/$id', 'catalog.view', () => import('./countries/record.tsx')),
  page('/units', 'catalog.view', () => import('./units/list.tsx')),
  page('/retail-points', 'catalog.view', () => import('./retail-points/list.tsx')),
  page('/retail-points/$id', 'catalog.view', () => import('./retail-points/record.tsx')),
  page('/stores', 'catalog.view', () => import('./stores/list.tsx')),
  page('/stores/$id', 'catalog.view', () => import('./stores/record.tsx')),
]
