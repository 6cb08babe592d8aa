import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { Problem } from '#shared/problems/problem.ts'
import { readParams } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'

export const pictureRoutes = new Hono<EdgeEnv>()

/**
 * No authentication: an `img` element cannot send the till or cashier token, and the hub serves pictures
 * without a token too.
 */
serve(pictureRoutes, TILL_ROUTES.picture, (c) => {
  const { key } = readParams(c, TILL_INPUTS.picture.params)
  const picture = c.get('agent').pictures.store.read(key)
  if (!picture) throw new Problem('not_found', { detail: 'This picture is not in the cache' })
  return c.body(picture.content, 200, {
    'Content-Type': picture.type,
    'Cache-Control': 'private, max-age=31536000, immutable',
  })
})
