import { idFromName } from '#shared/std/ids.ts'

type Kind =
  | 'card'
  | 'cashier'
  | 'customer'
  | 'document'
  | 'group'
  | 'item'
  | 'product'
  | 'program'
  | 'promotion'
  | 'supplier'
  | 'till'
  | 'warehouse'
  | 'wholesale'

/**
 * Returns the ids of the demo data of an organization. They are always the same: they distinguish its records
 * from others, and a run can continue an interrupted one.
 */
export const demoIds =
  (organizationId: string) =>
  (kind: Kind, place: number | string = 0): string =>
    idFromName(`${organizationId} demo ${kind} ${place}`)
export type DemoIds = ReturnType<typeof demoIds>
