import { originOf } from '#hub/auth/origin.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import { publicAuthor } from '#hub/http/public-author.ts'
import { route, router } from '#hub/http/route.ts'
import { Enrolment, EnrolmentRequest } from '#shared/sync/enrolment.ts'
import { enrolDevice } from './enrol-device.ts'

const enrol = route({
  method: 'post',
  path: '/api/pos/v1/enrol',
  may: 'public',
  tag: 'Point of sale',
  summary: 'Enrol an edge agent with a pairing code',
  limits: (c) => c.get('hub').rateLimiter.attempt('enrolment', originOf(clientAddress(c))),
  body: EnrolmentRequest,
  answers: { 201: Enrolment },
})

export const enrolmentRoutes = router().openapi(enrol, async (c) => {
  const hub = c.get('hub')
  const address = clientAddress(c)
  const log = c.get('log')
  const enrolment = await enrolDevice(hub.db, c.req.valid('json'), publicAuthor(c, enrol)).catch((error) => {
    log.warn({ event: 'enrolment_failed', address }, 'enrolment failed')
    throw error
  })
  await c.var.attempt.succeeded()
  log.info({ event: 'device_enrolled', address, clientId: enrolment.clientId }, 'a device was enrolled')
  hub.snapshots.prepare(enrolment.organizationId, enrolment.retailPointId)
  return c.json(enrolment, 201)
})
