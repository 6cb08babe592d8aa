import { type PageEntry, page } from '../page-entry.ts'

export const reportPages: readonly PageEntry[] = [
  page('/reports/sales', 'sales.view', () => import('./sales.tsx')),
  page('/reports/profit', 'sales.view', () => import('./profit.tsx')),
  page('/reports/abc', 'sales.view', () => import('./abc.tsx')),
  page('/reports/stock', 'inventory.view', () => import('./stock.tsx')),
]
