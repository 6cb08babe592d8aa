import { area } from '#hub/http/area.ts'
import { withoutReadOnly } from '#hub/http/read-only.ts'
import { route, router } from '#hub/http/route.ts'
import { OWN_DIGEST, SET_OWN_DIGEST } from '#shared/contracts/reports/morning-digest.ts'
import { readOwnDigest, setOwnDigest } from './readers.ts'

const about = {
  may: 'sales.view',
  stores: 'all',
  mayAlso: 'costs.view',
  tag: 'Reports: morning digest',
} as const

const get = route({
  ...about,
  ...OWN_DIGEST,
  summary: 'Show whether you get the morning digest by mail',
  answers: { 200: OWN_DIGEST.answer },
})
const set = route({
  ...about,
  ...SET_OWN_DIGEST,
  provedAddress: true,
  body: withoutReadOnly(SET_OWN_DIGEST.body, SET_OWN_DIGEST.answer),
  summary: 'Switch the morning digest by mail on or off',
  answers: { 200: SET_OWN_DIGEST.answer },
})

export const digestRoutes = area(
  router().openapi(get, async (c) => {
    const actor = await c.var.actor()
    return c.json(await c.var.read((tx) => readOwnDigest(tx, actor, c.get('hub'))), 200)
  }),
  router().openapi(set, async (c) => {
    const actor = await c.var.actor()
    const own = await c.var.transact(async (tx) => {
      await setOwnDigest(tx, c.req.valid('json'), actor)
      return readOwnDigest(tx, actor, c.get('hub'))
    })
    return c.json(own, 200)
  }),
)
