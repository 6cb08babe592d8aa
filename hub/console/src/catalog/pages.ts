import { type PageEntry, page } from '../page-entry.ts'

export const catalogPages: readonly PageEntry[] = [
  page('/products', 'catalog.view', () => import('./products/list.tsx')),
  page('/products/$id', 'catalog.view', () => import('./products/record.tsx')),
  page('/price-labels', 'catalog.view', () => import('./products/price-labels.tsx')),
  page('/stores', 'catalog.view', () => import('./stores/list.tsx')),
  page('/stores/$id', 'catalog.view', () => import('./stores/record.tsx')),
]
