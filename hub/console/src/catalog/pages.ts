import { type PageEntry, page } from '../page-entry.ts'

export const catalogPages: readonly PageEntry[] = [
  page('/products', 'catalog.view', () => import('./products/list.tsx')),
  page('/stores', 'catalog.view', () => import('./stores/list.tsx')),
  page('/stores/$id', 'catalog.view', () => import('./stores/record.tsx')),
]
