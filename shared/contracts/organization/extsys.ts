import { z } from 'zod'
import { Count, Id, integer, optionalText, UtcTime } from '#shared/domain/fields.ts'
import { RemarkCode, RemarkValues } from '../catalog/change-sets.ts'
import { endpoint } from '../endpoint.ts'
import { MaskedSecret, SecretUpdate, TOKEN } from '../secrets.ts'
import { JOB_TROUBLE } from './jobs.ts'

/** Authentication by token, or by login and password. */
const AuthKind = z.enum(['Token', 'Basic'])

const login = optionalText(255).meta({ description: 'For Basic only' })

/** Connection to the external accounting system. */
export const ExtsysSettings = z
  .object({
    version: integer(0).meta({ description: 'Increases with each change; 0: never set' }),
    kind: z.literal('MoySklad'),
    authKind: AuthKind,
    login: z.string().nullable(),
    secret: MaskedSecret,
    updatedAt: UtcTime.nullable(),
  })
  .meta({ id: 'ExtsysSettings' })
export type ExtsysSettings = z.infer<typeof ExtsysSettings>

export const ExtsysSettingsUpdate = z
  .strictObject({
    version: integer(0),
    authKind: AuthKind,
    login,
    secret: SecretUpdate.meta({ description: 'Token, or password of the login' }),
  })
  .refine(({ authKind, login: given }) => (authKind === 'Basic') === (given !== null), {
    error: 'is required for a sign-in with login and password',
    path: ['login'],
  })
  .refine(({ authKind, secret }) => authKind === 'Basic' || TOKEN.test(secret ?? ''), {
    error: 'must be a token: Latin letters, digits and signs, without spaces',
    path: ['secret'],
  })
  .meta({ id: 'ExtsysSettingsUpdate' })
export type ExtsysSettingsUpdate = z.output<typeof ExtsysSettingsUpdate>

const ExtsysTest = z
  .object({ employeeName: z.string().meta({ description: 'Name of the user signed in there' }) })
  .meta({ id: 'ExtsysTest' })

const importOptions = {
  dryRun: z.boolean().default(false).meta({ description: 'true: returns the plan and changes nothing' }),
  full: z.boolean().default(false).meta({
    description:
      'true: reads everything; false: reads what was changed there since the last import without errors',
  }),
}

const ExtsysCounterpartyImport = z.strictObject(importOptions).meta({ id: 'ExtsysCounterpartyImport' })
const ExtsysProductImport = z
  .strictObject({
    ...importOptions,
    openingStock: z.enum(['draft', 'ignore']).default('ignore').meta({
      description:
        'draft: creates a draft stock receipt for each store with the same name in both systems; requires inventory.create',
    }),
  })
  .meta({ id: 'ExtsysProductImport' })
export type ExtsysImportOptions = z.output<typeof ExtsysCounterpartyImport> &
  Partial<z.output<typeof ExtsysProductImport>>

export const ExtsysEntity = z.enum(['Counterparties', 'Products'])
export type ExtsysEntity = z.infer<typeof ExtsysEntity>

/** Kinds of data that an import skips, by reason. */
const ExtsysNoteCode = z.enum([
  'FieldLeftOut',
  'RecordLeftOut',
  'CodeIsTaken',
  'BundlesLeftOut',
  'PackLeftOut',
  'StoreIsUnknown',
  'PriceTypeIsOdd',
])
export const ExtsysNote = z
  .object({
    code: ExtsysNoteCode,
    name: z.string().nullable().meta({ description: 'Name of the record; null: it applies to all' }),
    field: z.string().nullable(),
    value: z.string().nullable(),
    detail: z.string().nullable().meta({ description: 'Description of the wrong value' }),
    remark: z.object({ code: RemarkCode, values: RemarkValues }).optional().meta({
      description: 'Code of the remark of the product import on a row',
    }),
  })
  .meta({ id: 'ExtsysNote' })
export type ExtsysNote = z.infer<typeof ExtsysNote>

const counts = {
  created: Count,
  updated: Count,
  unchanged: Count,
  skipped: Count.meta({ description: 'Number of records that are archived there and were never imported' }),
  failed: Count.meta({ description: 'Number of records left out because of errors' }),
}
export const ExtsysCounts = z.object(counts).meta({ id: 'ExtsysCounts' })
export type ExtsysCounts = z.infer<typeof ExtsysCounts>

export const ExtsysRun = z
  .object({
    id: Id,
    entity: ExtsysEntity,
    dryRun: z.boolean(),
    full: z.boolean(),
    status: z.enum(['Queued', 'Running', 'Done', 'Failed', 'Canceled']),
    ...JOB_TROUBLE,
    jobId: Id.nullable(),
    importId: Id.nullable().meta({
      description:
        'For products: the import and the change set that list each of them; a dry run can be applied there',
    }),
    read: Count.meta({ description: 'Number of records read so far' }),
    total: Count.nullable(),
    counts: ExtsysCounts,
    notes: z.array(ExtsysNote).meta({ description: 'First 100 notes' }),
    notesTotal: Count,
    createdAt: UtcTime,
    endedAt: UtcTime.nullable(),
  })
  .meta({ id: 'ExtsysRun' })
export type ExtsysRun = z.infer<typeof ExtsysRun>

const ExtsysEntityStatus = z
  .object({
    lastRun: ExtsysRun.nullable(),
    changedUntil: z.string().nullable().meta({
      description: 'Time (of Moscow) from which the next import reads changes; null: it reads everything',
    }),
  })
  .meta({ id: 'ExtsysEntityStatus' })

export const ExtsysStatus = z
  .object({
    isConnected: z.boolean().meta({ description: 'true: the sign-in is set' }),
    counterparties: ExtsysEntityStatus,
    products: ExtsysEntityStatus,
  })
  .meta({ id: 'ExtsysStatus' })
export type ExtsysStatus = z.infer<typeof ExtsysStatus>

const base = '/api/admin/extsys'
export const EXTSYS_SETTINGS = endpoint({ method: 'get', path: `${base}/settings`, answer: ExtsysSettings })
export const UPDATE_EXTSYS_SETTINGS = endpoint({
  method: 'put',
  path: `${base}/settings`,
  body: ExtsysSettingsUpdate,
  answer: ExtsysSettings,
})
export const TEST_EXTSYS = endpoint({ method: 'post', path: `${base}/test`, answer: ExtsysTest })
export const IMPORT_EXTSYS_COUNTERPARTIES = endpoint({
  method: 'post',
  path: `${base}/import-counterparties`,
  body: ExtsysCounterpartyImport,
  answer: ExtsysRun,
})
export const IMPORT_EXTSYS_PRODUCTS = endpoint({
  method: 'post',
  path: `${base}/import-products`,
  body: ExtsysProductImport,
  answer: ExtsysRun,
})
export const EXTSYS_STATUS = endpoint({
  method: 'get',
  path: '/api/extsys/sync-status',
  answer: ExtsysStatus,
})
