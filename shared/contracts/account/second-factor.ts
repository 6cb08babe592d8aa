import { z } from 'zod'
import { Count, UtcTime } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { TokenAnswer } from './auth.ts'
import { Assertion } from './passkeys.ts'
import { SignOnCode } from './sign-on.ts'

export const Code = z
  .string()
  .min(6)
  .max(40)
  .meta({ description: 'Code of the app, or a recovery code; blanks, dashes and letter case are ignored' })
const RecoveryCode = z.string().meta({ description: 'Valid once, for use when the app is lost' })

export const SecondFactorStatus = z
  .object({
    isEnabled: z.boolean(),
    enabledAt: UtcTime.nullable(),
    recoveryCodesLeft: Count,
    isRequired: z.boolean().meta({ description: 'true: the organization requires it for your role' }),
  })
  .meta({ id: 'SecondFactorStatus' })
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>

export const SecondFactorEnrolment = z
  .object({
    secret: z.string().meta({ description: 'Base32, for typing' }),
    otpauthUri: z.string().meta({ description: 'For a QR code' }),
  })
  .meta({ id: 'SecondFactorEnrolment' })
export type SecondFactorEnrolment = z.infer<typeof SecondFactorEnrolment>

export const CodeGiven = z.strictObject({ code: Code }).meta({ id: 'CodeGiven' })

const RecoveryCodes = z.object({ recoveryCodes: z.array(RecoveryCode) }).meta({ id: 'RecoveryCodes' })

const VerifiedSecondFactor = z
  .object({
    recoveryCodes: z.array(RecoveryCode).nullable().meta({
      description: 'Returned with the first code, which confirms the second factor; null afterwards',
    }),
  })
  .meta({ id: 'VerifiedSecondFactor' })

export const DisableSecondFactor = z
  .strictObject({ password: z.string().min(1).max(200), code: Code })
  .meta({ id: 'DisableSecondFactor' })
export type DisableSecondFactor = z.output<typeof DisableSecondFactor>

export const StepUp = z
  .strictObject({
    password: z.string().min(1).max(200).optional(),
    code: Code.optional(),
    signOnCode: SignOnCode.optional(),
    assertion: Assertion.optional(),
  })
  .meta({
    id: 'StepUp',
    description:
      'The password, or the code of a single sign-on that was begun with prompt=login. With a second factor: its code or the assertion of a passkey instead',
  })
export type StepUp = z.output<typeof StepUp>

const base = '/api/me/2fa'
export const SECOND_FACTOR = endpoint({ method: 'get', path: `${base}/status`, answer: SecondFactorStatus })
export const ENROLL_SECOND_FACTOR = endpoint({
  method: 'post',
  path: `${base}/enroll`,
  answer: SecondFactorEnrolment,
})
export const VERIFY_SECOND_FACTOR = endpoint({
  method: 'post',
  path: `${base}/verify`,
  body: CodeGiven,
  answer: VerifiedSecondFactor,
})
export const RENEW_RECOVERY_CODES = endpoint({
  method: 'post',
  path: `${base}/recovery-codes`,
  body: CodeGiven,
  answer: RecoveryCodes,
})
export const DISABLE_SECOND_FACTOR = endpoint({
  method: 'post',
  path: `${base}/disable`,
  body: DisableSecondFactor,
  answer: null,
})
export const STEP_UP = endpoint({
  method: 'post',
  path: '/api/me/step-up',
  body: StepUp,
  answer: TokenAnswer,
})
