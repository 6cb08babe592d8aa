import { z } from 'zod'
import { RemarkCode, RemarkValues } from '../catalog/change-sets.ts'
import { Count, Id, integer, optionalText, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { MaskedSecret, SecretUpdate, TOKEN } from '../secrets.ts'
import { JOB_TROUBLE } from './jobs.ts'

/** A token, or login and password. */
const AuthKind = z.enum(['Token', 'Basic'])

const login = optionalText(255).meta({ description: 'Of Basic alone' })

/** The connection to the external accounting system. */
export const ExtsysSettings = z
  .object({
    version: integer(0).meta({ description: 'Goes up with each change; 0: nothing was ever set' }),
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
    secret: SecretUpdate.meta({ description: 'The token, or the password of the login' }),
  })
  .refine(({ authKind, login: given }) => (authKind === 'Basic') === (given !== null), {
    error: 'is of a sign-in with login and password, which needs it',
    path: ['login'],
  })
  .refine(({ authKind, secret }) => authKind === 'Basic' || TOKEN.test(secret ?? ''), {
    error: 'must be a token: Latin letters, digits and signs, without spaces',
    path: ['secret'],
  })
  .meta({ id: 'ExtsysSettingsUpdate' })
export type ExtsysSettingsUpdate = z.output<typeof ExtsysSettingsUpdate>

export const ExtsysTest = z
  .object({ employeeName: z.string().meta({ description: 'Who is signed in there' }) })
  .meta({ id: 'ExtsysTest' })

const importOptions = {
  dryRun: z.boolean().default(false).meta({ description: 'true: says what would be done, and does nothing' }),
  full: z.boolean().default(false).meta({
    description: 'true: reads everything; false: what was changed there since the last import without faults',
  }),
}

export const ExtsysCounterpartyImport = z.strictObject(importOptions).meta({ id: 'ExtsysCounterpartyImport' })
export const ExtsysProductImport = z
  .strictObject({
    ...importOptions,
    openingStock: z.enum(['draft', 'ignore']).default('ignore').meta({
      description:
        'draft: makes a draft of an enter for each store that has the same name in both systems; it takes inventory.create',
    }),
  })
  .meta({ id: 'ExtsysProductImport' })
export type ExtsysImportOptions = z.output<typeof ExtsysCounterpartyImport> &
  Partial<z.output<typeof ExtsysProductImport>>

export const ExtsysEntity = z.enum(['Counterparties', 'Products'])
export type ExtsysEntity = z.infer<typeof ExtsysEntity>

/** What an import leaves out, and why. */
export const ExtsysNoteCode = z.enum([
  'FieldLeftOut',
  'RecordLeftOut',
  'CodeIsTaken',
  'BundlesLeftOut',
  'PackLeftOut',
  // Of imports of earlier versions.
  'VariantsLeftOut',
  'StoreIsUnknown',
  'PriceTypeIsOdd',
])
export const ExtsysNote = z
  .object({
    code: ExtsysNoteCode,
    name: z.string().nullable().meta({ description: 'Of the record; null: it is of all' }),
    field: z.string().nullable(),
    value: z.string().nullable(),
    detail: z.string().nullable().meta({ description: 'What is wrong with the value' }),
    remark: z.object({ code: RemarkCode, values: RemarkValues }).optional().meta({
      description: 'The same, of what the import of products says of its rows',
    }),
  })
  .meta({ id: 'ExtsysNote' })
export type ExtsysNote = z.infer<typeof ExtsysNote>

const counts = {
  created: Count,
  updated: Count,
  unchanged: Count,
  skipped: Count.meta({ description: 'Archived there, and never imported' }),
  failed: Count.meta({ description: 'Left out because of faults' }),
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
        'Of products: the import and the change set that list each of them; a dry run can be applied there',
    }),
    read: Count.meta({ description: 'How many records were read so far' }),
    total: Count.nullable(),
    counts: ExtsysCounts,
    notes: z.array(ExtsysNote).meta({ description: 'The first 100' }),
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
      description:
        'The next import reads what was changed there from this time on (of Moscow); null: everything',
    }),
  })
  .meta({ id: 'ExtsysEntityStatus' })

export const ExtsysStatus = z
  .object({
    isConnected: z.boolean().meta({ description: 'Somebody has set how to sign in' }),
    counterparties: ExtsysEntityStatus,
    products: ExtsysEntityStatus,
  })
  .meta({ id: 'ExtsysStatus' })
export type ExtsysStatus = z.infer<typeof ExtsysStatus>

const base = '/api/admin/extsys'
export const EXTSYS_SETTINGS = endpoint({ method: 'get', path: `${base}/settings`, answer: ExtsysSettings })
export const UPDATE_EXTSYS_SETTINGS = endpoint({
  ...{ method: 'put', path: `${base}/settings`, body: ExtsysSettingsUpdate, answer: ExtsysSettings },
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
  ...{ method: 'get', path: '/api/extsys/sync-status', answer: ExtsysStatus },
})
