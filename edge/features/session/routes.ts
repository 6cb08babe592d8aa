import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { TillSession } from '#shared/contracts/till/till.ts'
import { readBody } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import type { Training } from '../training/training.ts'
import { listCashiers } from './find-cashier.ts'
import { findSignedIn } from './find-signed-in.ts'
import { ofTill } from './may.ts'
import { signIn } from './sign-in.ts'
import { sessionCookie, windowCookie } from './till-cookies.ts'

export const sessionRoutes = new Hono<EdgeEnv>()

serve(sessionRoutes, TILL_ROUTES.cashiers, (c) => {
  const items = c
    .get('agent')
    .replica.read(listCashiers)
    .map(({ id, name }) => ({ id, name }))
  return c.json({ items })
})

serve(sessionRoutes, TILL_ROUTES.session, ofTill, (c) => {
  const tillId = c.get('tillId')
  const agent = c.get('agent')
  const cashier = findSignedIn(agent, tillId, sessionCookie.read(c, tillId))
  return c.json({ cashier, isTraining: isTraining(agent, tillId) } satisfies TillSession)
})

serve(sessionRoutes, TILL_ROUTES.signIn, ofTill, async (c) => {
  const tillId = c.get('tillId')
  const agent = c.get('agent')
  const input = await readBody(c, TILL_INPUTS.signIn.body)
  const credentials = { ...input, windowKey: windowCookie.read(c, tillId) }
  const { cashier, token, windowKey } = await signIn(agent, tillId, credentials)
  sessionCookie.write(c, tillId, token)
  windowCookie.write(c, tillId, windowKey)
  return c.json({ cashier, isTraining: isTraining(agent, tillId) } satisfies TillSession)
})

serve(sessionRoutes, TILL_ROUTES.signOut, ofTill, (c) => {
  const tillId = c.get('tillId')
  const { agent } = c.var
  const cashier = findSignedIn(agent, tillId, sessionCookie.read(c, tillId))
  if (cashier) {
    agent.journal.transact((tx) => tx.sessions.remove(tillId))
    agent.log.info({ event: 'signed_out', tillId, cashierId: cashier.id }, 'signed out')
  }
  sessionCookie.forget(c, tillId)
  return c.json({ cashier: null, isTraining: isTraining(agent, tillId) } satisfies TillSession)
})

const isTraining = ({ training }: { training: Training }, tillId: string): boolean =>
  training.journalOf(tillId) !== null
