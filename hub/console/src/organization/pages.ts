import { type PageEntry, page } from '../page-entry.ts'

export const organizationPages: readonly PageEntry[] = [
  page('/employees', 'employees.view', () => import('./employees/list.tsx')),
  page('/employees/$id', 'employees.view', () => import('./employees/record.tsx')),
  page('/roles', 'employees.view', () => import('./roles/list.tsx')),
  page('/roles/$id', 'employees.view', () => import('./roles/record.tsx')),
  page('/settings', 'organization.view', () => import('./settings-page.tsx')),
  page('/messenger', 'organization.view', () => import('./messenger-page.tsx')),
  page('/export', 'organization.update', () => import('./export-page.tsx')),
  page('/cleanup', 'organization.update', () => import('./cleanup-page.tsx')),
  page('/diagnostic', 'organization.view', () => import('./diagnostic-page.tsx')),
  page('/extsys', 'organization.view', () => import('./extsys/page.tsx')),
  page('/fiscal', 'organization.view', () => import('./fiscal/page.tsx')),
  page('/audit-log', 'audit.view', () => import('./audit-log-page.tsx')),
]
