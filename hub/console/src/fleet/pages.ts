import { type PageEntry, page } from '../page-entry.ts'

export const fleetPages: readonly PageEntry[] = [
  page('/work-list', 'sync.view', () => import('./work-list.tsx')),
  page('/work-list/$id', 'sync.view', () => import('./work-item.tsx')),
  page('/devices', 'sync.view', () => import('./devices.tsx')),
  page('/devices/$id', 'sync.view', () => import('./device.tsx')),
]
