import { area } from '#hub/http/area.ts'
import { actionRoute, listRoute, PLATFORM } from '#hub/http/operations.ts'
import { withoutReadOnly } from '#hub/http/read-only.ts'
import { route, router } from '#hub/http/route.ts'
import { CREATE_PRESET, DELETE_PRESET, PRESETS, UPDATE_PRESET } from '#shared/contracts/account/presets.ts'
import { createPreset, deletePreset, listPresets, presentPreset, updatePreset } from './presets.ts'

const about = { may: 'signed-in', stores: 'none', provedAddress: false, tag: 'Account: presets' } as const

const create = route({
  ...about,
  ...CREATE_PRESET,
  summary: 'Save a preset of a page',
  description: 'A repeat with the same id answers 200 with the existing preset.',
  answers: { 201: CREATE_PRESET.answer, 200: CREATE_PRESET.answer },
  takesBytes: 512 * 1024,
})

export const presetRoutes = area(
  listRoute(
    {
      ...about,
      ...PRESETS,
      summary: 'List the presets of your pages',
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
      ...UPDATE_PRESET,
      summary: 'Change a preset',
      body: withoutReadOnly(UPDATE_PRESET.body, UPDATE_PRESET.answer),
      command: (tx, { id, body, actor }) => updatePreset(tx, id, body, actor),
      present: presentPreset,
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...about,
      ...DELETE_PRESET,
      summary: 'Delete a preset',
      command: (tx, { id, actor }) => deletePreset(tx, id, actor),
    },
    PLATFORM,
  ),
)
