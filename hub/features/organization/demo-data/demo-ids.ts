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
 * The ids of the demo data of an organization: always the same, so that they tell its records from others, and a run that was
 * cut short is taken up by the next.
 */
export const demoIds =
  (organizationId: string) =>
  (kind: Kind, place: number | string = 0): string =>
    idFromName(`${organizationId} demo ${kind} ${place}`)
export type DemoIds = ReturnType<typeof demoIds>
