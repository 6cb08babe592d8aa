import { z } from 'zod'
import { Id, text } from '#shared/domain/fields.ts'

/**
 * Request by which an agent exchanges a pairing code for its credential. A code works once. A newer agent can
 * send members that are unknown to the hub.
 */
export const EnrolmentRequest = z
  .object({
    pairingCode: text(32),
    deviceName: text(255).meta({
      description: 'Name of the device shown at head office, such as its host name',
    }),
    agentVersion: text(50),
  })
  .meta({ id: 'EnrolmentRequest' })
export type EnrolmentRequest = z.output<typeof EnrolmentRequest>

export const Enrolment = z
  .object({
    organizationId: Id,
    deviceId: Id,
    retailPointId: Id,
    clientId: z.string().meta({ description: 'client_id for the client_credentials grant' }),
    clientSecret: z.string().meta({ description: 'Shown once' }),
    series: z
      .string()
      .meta({ description: 'Receipt series of the device: K7 in K7-000123', examples: ['K7'] }),
    replacesDeviceId: Id.nullable().default(null).meta({
      description: 'The code was for a replacement: receipts of this device can be recalled',
    }),
  })
  .meta({ id: 'Enrolment' })
export type Enrolment = z.infer<typeof Enrolment>
