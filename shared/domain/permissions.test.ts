import { expect, it } from 'vitest'
import { PERMISSIONS, SYSTEM_ROLES } from './permissions.ts'

const areasOf = (role: string) => [
  ...new Set(SYSTEM_ROLES[role]?.map((permission) => permission.split('.')[0])),
]

it('defines each permission once, including six actions for purchases, sales and inventory documents', () => {
  for (const area of ['purchases', 'sales', 'inventory']) {
    const names = ['view', 'create', 'update', 'delete', 'post', 'unpost'].map((verb) => `${area}.${verb}`)
    expect(PERMISSIONS).toEqual(expect.arrayContaining(names))
  }
  expect(new Set(PERMISSIONS).size).toBe(PERMISSIONS.length)
})

it('grants owner and administrator every permission except pos.sync, which no role has', () => {
  const ofPeople = PERMISSIONS.filter((permission) => permission !== 'pos.sync')
  expect(ofPeople.length).toBe(PERMISSIONS.length - 1)
  expect([SYSTEM_ROLES.Owner, SYSTEM_ROLES.Administrator]).toEqual([ofPeople, ofPeople])
  for (const permissions of Object.values(SYSTEM_ROLES)) expect(permissions).not.toContain('pos.sync')
})

it('grants a manager permissions in every area, and in the organization only the sharing of views', () => {
  const areas = ['catalog', 'purchases', 'sales', 'inventory', 'loyalty', 'costs', 'sync', 'pos']
  expect(areasOf('Manager').filter((area) => area !== 'organization')).toEqual(areas)
  expect(SYSTEM_ROLES.Manager?.filter((permission) => permission.startsWith('organization.'))).toEqual([
    'organization.share_views',
  ])
  expect(SYSTEM_ROLES.Manager).toEqual(
    expect.arrayContaining(['catalog.delete', 'costs.view', 'sync.manage', 'pos.return']),
  )
})

it('grants a storekeeper purchases and inventory, and only viewing and exporting of the catalog', () => {
  expect(areasOf('Storekeeper')).toEqual(['catalog', 'purchases', 'inventory'])
  expect(SYSTEM_ROLES.Storekeeper?.filter((permission) => permission.startsWith('catalog.'))).toEqual([
    'catalog.view',
    'catalog.export',
  ])
})

it('grants a cashier only sales and returns', () => {
  expect(SYSTEM_ROLES.Cashier).toEqual(['pos.sell', 'pos.return'])
})
