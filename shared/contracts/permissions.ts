import { z } from 'zod'

type Area = 'purchases' | 'sales' | 'inventory'
const documentsOf = <const Name extends Area>(area: Name) =>
  (['view', 'create', 'update', 'delete', 'post', 'unpost'] as const).map(
    (deed) => `${area}.${deed}` as const,
  )
const DOCUMENT_PERMISSIONS = [
  ...documentsOf('purchases'),
  ...documentsOf('sales'),
  ...documentsOf('inventory'),
]

/** Everything a role can allow: area.action. Routes name one of these; nothing is allowed that no role grants. */
export const PERMISSIONS = [
  'catalog.view',
  'catalog.create',
  'catalog.update',
  'catalog.delete',
  ...DOCUMENT_PERMISSIONS,
  'costs.view',
  'organization.view',
  'organization.update',
  'devices.manage',
  'sync.view',
  'sync.manage',
  'pos.sell',
  'pos.return',
  'pos.sync',
] as const

export const Permission = z.enum(PERMISSIONS)
export type Permission = z.infer<typeof Permission>

/** The roles every organization begins with. A device's only permission is pos.sync; no person has it. */
export const SYSTEM_ROLES: Record<string, readonly Permission[]> = {
  Owner: PERMISSIONS.filter((permission) => permission !== 'pos.sync'),
  Administrator: PERMISSIONS.filter((permission) => permission !== 'pos.sync'),
  Manager: [
    'catalog.view',
    'catalog.create',
    'catalog.update',
    'catalog.delete',
    ...DOCUMENT_PERMISSIONS,
    'costs.view',
    'sync.view',
    'sync.manage',
    'pos.sell',
    'pos.return',
  ],
  Storekeeper: ['catalog.view', ...documentsOf('purchases'), ...documentsOf('inventory')],
  Cashier: ['pos.sell', 'pos.return'],
}
