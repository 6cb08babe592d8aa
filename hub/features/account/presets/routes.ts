import { area } from '#hub/http/area.ts'
import { actionRoute, listRoute, PLATFORM } from '#hub/http/operations.ts'
import { withoutReadOnly } from '#hub/http/read-only.ts'
import { route, router } from '#hub/http/route.ts'
import {
  Preset,
  PresetCreate,
  PresetListQuery,
  Presets,
  PresetUpdate,
} from '#shared/contracts/account/presets.ts'
import { createPreset, deletePreset, listPresets, presentPreset, updatePreset } from './presets.ts'

const base = '/api/user/presets'
const about = { may: 'signed-in', tag: 'Account: presets' } as const

const create = route({
  ...about,
  method: 'post',
  path: base,
  summary: 'Save how a page looks',
  description: 'A repeat with the same id answers 200 with the preset as it is.',
  body: PresetCreate,
  answers: { 201: Preset, 200: Preset },
  takesBytes: 512 * 1024,
})

export const presetRoutes = area(
  listRoute(
    {
      ...about,
      path: base,
      summary: 'What you have saved of your pages',
      query: PresetListQuery,
      answer: Presets,
      list: async (tx, query, actor) => ({ rows: await listPresets(tx, query, await actor()) }),
      present: presentPreset,
    },
    PLATFORM,
  ),
  router().openapi(create, async (c) => {
    const actor = await c.var.actor()
    const { row, isNew } = await c.var.platform((tx) => createPreset(tx, c.req.valid('json'), actor))
    return c.json(presentPreset(row), isNew ? 201 : 200)
  }),
  actionRoute(
    {
      ...about,
      method: 'put',
      path: `${base}/{id}`,
      summary: 'Change a preset',
      body: withoutReadOnly(PresetUpdate, Preset),
      answer: Preset,
      deed: (tx, { id, body, actor }) => updatePreset(tx, id, body, actor),
      present: presentPreset,
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...about,
      method: 'delete',
      path: `${base}/{id}`,
      summary: 'Delete a preset',
      answer: null,
      deed: (tx, { id, actor }) => deletePreset(tx, id, actor),
    },
    PLATFORM,
  ),
)
