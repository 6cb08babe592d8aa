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
 * Returns the deterministic ids of an organization's demo data. They distinguish demo records from others,
 * and let a run continue an interrupted one.
 */
export const demoIds =
  (organizationId: string) =>
  (kind: Kind, place: number | string = 0): string =>
    idFromName(`${organizationId} demo ${kind} ${place}`)
export type DemoIds = ReturnType<typeof demoIds>
