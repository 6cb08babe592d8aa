import { type PageEntry, page } from '../page-entry.ts'

export const platformPages: readonly PageEntry[] = [
  page('/platform', 'super-admin', () => import('./dashboard-page.tsx')),
  page('/platform/organizations', 'super-admin', () => import('./organizations/list.tsx')),
  page('/platform/organizations/new', 'super-admin', () => import('./organizations/new-page.tsx')),
  page('/platform/organizations/$id', 'super-admin', () => import('./organizations/record.tsx')),
  page('/platform/invitations', 'super-admin', () => import('./invitations-page.tsx')),
  page('/platform/settings', 'super-admin', () => import('./settings-page.tsx')),
]
