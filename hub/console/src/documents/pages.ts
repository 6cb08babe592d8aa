import type { Permission } from '#shared/domain/permissions.ts'
import { type PageEntry, page } from '../page-entry.ts'
import type { PAGES } from './document-pages.tsx'

const pagesOf = (kind: keyof typeof PAGES, path: `/${string}`, may: Permission): PageEntry[] => [
  page(path, may, async () => (await import('./document-pages.tsx')).PAGES[kind].list),
  page(`${path}/$id`, may, async () => (await import('./document-pages.tsx')).PAGES[kind].one),
]

export const documentPages: readonly PageEntry[] = [
  ...pagesOf('supplies', '/supplies', 'purchases.view'),
  ...pagesOf('supplierReturns', '/supplier-returns', 'purchases.view'),
  ...pagesOf('demands', '/demands', 'sales.view'),
  ...pagesOf('enters', '/enters', 'inventory.view'),
  ...pagesOf('losses', '/losses', 'inventory.view'),
  ...pagesOf('transfers', '/transfers', 'inventory.view'),
  ...pagesOf('inventories', '/inventories', 'inventory.view'),
  page('/stock', 'inventory.view', () => import('./stock/list.tsx')),
  page('/stock/why', 'inventory.view', () => import('./stock/why.tsx')),
  page('/books-check', 'inventory.view', () => import('./stock/books-check.tsx')),
  page('/movements', 'inventory.view', () => import('./stock/ledger.tsx')),
]
