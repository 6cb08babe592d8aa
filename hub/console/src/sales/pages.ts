import { type PageEntry, page } from '../page-entry.ts'

export const salesPages: readonly PageEntry[] = [
  page('/sales', 'sales.view', () => import('./receipts.tsx')),
  page('/sales/$id', 'sales.view', () => import('./sale.tsx')),
  page('/fiscal-receipts', 'sales.view', () => import('./fiscal-receipts.tsx')),
  page('/fiscal-cash', 'sales.view', () => import('./fiscal-cash.tsx')),
  page('/shifts', 'sales.view', () => import('./shifts.tsx')),
  page('/shifts/$id', 'sales.view', () => import('./shift.tsx')),
  page('/cash-movements', 'sales.view', () => import('./cash-movements.tsx')),
  page('/till-events', 'sales.view', () => import('./till-events.tsx')),
]
