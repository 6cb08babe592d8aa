import { type PageEntry, page } from '../page-entry.ts'

export const loyaltyPages: readonly PageEntry[] = [
  page('/promotions', 'loyalty.view', () => import('./promotions/list.tsx')),
  page('/promotions/$id', 'loyalty.view', () => import('./promotions/record.tsx')),
  page('/loyalty-programs', 'loyalty.view', () => import('./programs/list.tsx')),
  page('/loyalty-programs/$id', 'loyalty.view', () => import('./programs/record.tsx')),
  page('/loyalty-cards', 'loyalty.view', () => import('./cards/list.tsx')),
  page('/loyalty-cards/new', 'loyalty.create', () => import('./cards/new-page.tsx')),
  page('/loyalty-cards/$id', 'loyalty.view', () => import('./cards/card.tsx')),
  page('/vouchers', 'loyalty.view', () => import('./vouchers/list.tsx')),
  page('/vouchers/new', 'loyalty.create', () => import('./vouchers/new-page.tsx')),
  page('/vouchers/$id', 'loyalty.view', () => import('./vouchers/voucher.tsx')),
]
