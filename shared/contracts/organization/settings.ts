import { z } from 'zod'
import { WeightMasks } from '#shared/barcodes/weight-masks.ts'
import { Day, integer, Version } from '../common.ts'

const editable = {
  allowNegativeStock: z.boolean().meta({
    description: 'Documents of the back office may take more than is there; a sale of a till always may',
  }),
  closedUntil: Day.nullable().meta({
    description:
      'Up to the end of this day nothing changes any more; not in the future. null: nothing is closed',
  }),
  yearlyNumbering: z.boolean().meta({ description: 'Numbers of documents start over each year' }),
  updateCostOnSupply: z.boolean().meta({
    description:
      'A posted supply sets the cost of its products, unless a later one has; of several lines the last one counts',
  }),
  recoversVat: z.boolean().meta({ description: 'Purchase VAT is not part of the cost' }),
  returnPeriodDays: integer(0, 3650).nullable().meta({
    description: 'Days after a sale in which goods may be returned; null: no limit',
  }),
  weightBarcodePrefixes: WeightMasks.meta({
    description:
      'How the labels of scales are laid out; the first that fits decides. Empty: no labels are read',
  }),
}

export const OrganizationSettings = z
  .object({
    version: Version,
    ...editable,
    costMethod: z
      .literal('MovingAverage')
      .meta({ description: 'How goods out are valued; not to be chosen' }),
  })
  .meta({ id: 'OrganizationSettings' })
export type OrganizationSettings = z.infer<typeof OrganizationSettings>

export const OrganizationSettingsUpdate = z
  .strictObject({ version: Version, ...editable })
  .meta({ id: 'OrganizationSettingsUpdate' })
export type OrganizationSettingsUpdate = z.output<typeof OrganizationSettingsUpdate>
