import { expect, it } from 'vitest'
import { PERMISSIONS, SYSTEM_ROLES } from './permissions.ts'

const areasOf = (role: string) => [
  ...new Set(SYSTEM_ROLES[role]?.map((permission) => permission.split('.')[0])),
]

it('each kind of document is viewed, made, changed, deleted, posted and unposted by itself', () => {
  for (const area of ['purchases', 'sales', 'inventory']) {
    const deeds = ['view', 'create', 'update', 'delete', 'post', 'unpost'].map((deed) => `${area}.${deed}`)
    expect(PERMISSIONS).toEqual(expect.arrayContaining(deeds))
  }
  expect(new Set(PERMISSIONS).size).toBe(PERMISSIONS.length)
})

it('owner and administrator may do all that a person may, and only a device hands uploads over', () => {
  const ofPeople = PERMISSIONS.filter((permission) => permission !== 'pos.sync')
  expect(ofPeople.length).toBe(PERMISSIONS.length - 1)
  expect([SYSTEM_ROLES.Owner, SYSTEM_ROLES.Administrator]).toEqual([ofPeople, ofPeople])
  for (const permissions of Object.values(SYSTEM_ROLES)) expect(permissions).not.toContain('pos.sync')
})

it('a manager runs the trade, shares views, and runs neither the organization nor its devices', () => {
  const areas = ['catalog', 'purchases', 'sales', 'inventory', 'loyalty', 'costs', 'sync', 'pos']
  expect(areasOf('Manager').filter((area) => area !== 'organization')).toEqual(areas)
  expect(SYSTEM_ROLES.Manager?.filter((permission) => permission.startsWith('organization.'))).toEqual([
    'organization.share_views',
  ])
  expect(SYSTEM_ROLES.Manager).toEqual(
    expect.arrayContaining(['catalog.delete', 'costs.view', 'sync.manage', 'pos.return']),
  )
})

it('a storekeeper buys and counts without the right to see costs or to sell', () => {
  expect(areasOf('Storekeeper')).toEqual(['catalog', 'purchases', 'inventory'])
  expect(SYSTEM_ROLES.Storekeeper?.filter((permission) => permission.startsWith('catalog.'))).toEqual([
    'catalog.view',
    'catalog.export',
  ])
})

it('a cashier sells and takes back, and that alone', () => {
  expect(SYSTEM_ROLES.Cashier).toEqual(['pos.sell', 'pos.return'])
})
