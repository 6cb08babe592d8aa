import { type PageEntry, page } from '../page-entry.ts'

export const platformPages: readonly PageEntry[] = [
  page('/platform', 'super-admin', () => import('./dashboard-page.tsx')),
  page('/platform/organizations', 'super-admin', () => import('./organizations/list.tsx')),
  page('/platform/organizations/new', 'super-admin', () => import('./organizations/new-page.tsx')),
  page('/platform/organizations/$id', 'super-admin', () => import('./organizations/record.tsx')),
  page('/platform/organizations/$id/people', 'super-admin', () => import('./organizations/people-page.tsx')),
  page('/platform/units', 'super-admin', () => import('./units/list.tsx')),
  page('/platform/units/$id', 'super-admin', () => import('./units/record.tsx')),
  page('/platform/channels', 'super-admin', () => import('./channels/page.tsx')),
  page('/platform/audit-log', 'super-admin', () => import('./audit-log-page.tsx')),
  page('/platform/invitations', 'super-admin', () => import('./invitations-page.tsx')),
  page('/platform/feedback', 'super-admin', () => import('./feedback/list.tsx')),
  page('/platform/settings', 'super-admin', () => import('./settings-page.tsx')),
]
