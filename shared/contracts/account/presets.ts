import { z } from 'zod'
import { Id, text, UtcTime, Version } from '#shared/domain/fields.ts'
import { updateFields } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const MAX_VALUE_BYTES = 64 * 1024
export const MOST_PRESETS = 500

/** Value of a preset: an object or a list. */
export const PresetValue = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
export const PresetValueIn = PresetValue.refine(
  (value) => new TextEncoder().encode(JSON.stringify(value)).length <= MAX_VALUE_BYTES,
  { error: 'must be at most 64 KiB of JSON' },
).meta({ description: 'Settings of the page: filters, order, columns. At most 64 KiB of JSON' })

const editable = {
  key: text(100).meta({ description: 'Page of the preset' }),
  name: text(255),
  value: PresetValueIn,
  isDefault: z
    .boolean()
    .default(false)
    .meta({ description: 'true: the page starts with this preset; one for each key' }),
}

export const PresetCreate = z.strictObject({ id: Id.optional(), ...editable }).meta({ id: 'PresetCreate' })
export type PresetCreate = z.output<typeof PresetCreate>
export const PresetUpdate = z.strictObject({ ...updateFields, ...editable }).meta({ id: 'PresetUpdate' })
export type PresetUpdate = z.output<typeof PresetUpdate>

export const Preset = z
  .object({
    id: Id,
    version: Version,
    key: z.string(),
    name: z.string(),
    value: PresetValue,
    isDefault: z.boolean(),
    createdAt: UtcTime,
    updatedAt: UtcTime,
  })
  .meta({ id: 'Preset' })
export type Preset = z.infer<typeof Preset>
const Presets = z.object({ items: z.array(Preset) }).meta({ id: 'Presets' })
export const PresetListQuery = z.object({ key: text(100).optional() })
export type PresetListQuery = z.output<typeof PresetListQuery>

const base = '/api/user/presets'
export const PRESETS = endpoint({ method: 'get', path: base, query: PresetListQuery, answer: Presets })
export const CREATE_PRESET = endpoint({ method: 'post', path: base, body: PresetCreate, answer: Preset })
export const UPDATE_PRESET = endpoint({
  method: 'put',
  path: `${base}/{id}`,
  body: PresetUpdate,
  answer: Preset,
})
export const DELETE_PRESET = endpoint({ method: 'delete', path: `${base}/{id}`, answer: null })
