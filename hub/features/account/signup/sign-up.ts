import { and, eq, inArray, sql } from 'drizzle-orm'
import { hashOrigin } from '#hub/auth/origin.ts'
import { hashPassword } from '#hub/auth/password.ts'
import { pinKeyOf } from '#hub/auth/pin.ts'
import { trustOrigin } from '#hub/auth/trusted-origins.ts'
import { refuseWeakPassword } from '#hub/auth/weak-password.ts'
import { newSecret } from '#hub/config/secrets.ts'
import type { HubContext } from '#hub/context.ts'
import { counterparties, priceTypes, retailPoints, stores } from '#hub/db/tables/catalog.ts'
import {
  employeeRoles,
  employees,
  organizationSettings,
  organizationUnits,
} from '#hub/db/tables/organization.ts'
import {
  accounts,
  currencies,
  organizations,
  presetCountries,
  unitsOfMeasure,
} from '#hub/db/tables/platform.ts'
import type { Author, Tx } from '#hub/db/transact.ts'
import type { PublicAuthor } from '#hub/http/public-author.ts'
import { readSettings } from '#hub/limits/platform-settings.ts'
import type { SignedUp, Signup } from '#shared/contracts/account/auth.ts'
import { SYSTEM_ROLES } from '#shared/domain/permissions.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { mailFirstLink } from '../address/send-link.ts'
import { saveIdentity, spendGoodCode } from '../sign-on/codes.ts'
import { COUNTRY_DEFAULTS, DEFAULT_NAMES } from './defaults.ts'
import { checkInvited, forgetInvited, spendInvitation } from './invited-address.ts'

/**
 * Creates an organization with its owner and everything it needs to sell: currency, units, roles, store,
 * retail point. `origin` is where the owner signed up. The account trusts it from then on. Throws the errors
 * of `setUpOrganization`, `weak_password`, and `sign_up_closed` without an invitation unless sign-up is open.
 */
export async function signUp(
  hub: Pick<HubContext, 'db' | 'originKey' | 'pinKey' | 'jobs' | 'keyRing' | 'mail' | 'log'>,
  input: Signup,
  origin: string,
  authorOf: PublicAuthor,
): Promise<SignedUp> {
  const { db, originKey, pinKey } = hub
  const { password, signOnCode, invitationToken } = input
  await db.platform(async (tx) => {
    if (invitationToken !== undefined) await checkInvited(tx, invitationToken, input.email)
    else if ((await readSettings(tx)).signUp !== 'Open') throw new Problem('sign_up_closed')
  })
  if (password !== undefined) refuseWeakPassword(password, ['password'], input)
  // Without a password, hashes a random one that nobody knows.
  const passwordHash = await hashPassword(password ?? newSecret())
  const [organizationId, accountId] = [newId(), newId()]
  let isMailed = true
  const made = await setUpOrganization(
    { db, pinKey },
    {
      input,
      passwordHash,
      organizationId,
      accountId,
      signOnCode,
      invitationToken,
      trusts: (accountId) => hashOrigin(originKey, accountId, origin),
      author: authorOf({ organizationId, accountId, recordId: organizationId }),
      afterwards: async (tx) => {
        if (signOnCode !== undefined || invitationToken !== undefined) return
        const { language } = COUNTRY_DEFAULTS[input.country]
        isMailed = await mailFirstLink(tx, hub, { id: accountId, email: input.email }, language)
      },
    },
  )
  if (isMailed) hub.jobs.wake('mail')
  else
    hub.log.warn(
      { event: 'address_link_not_mailed', account: input.email },
      'the hub sends no mail: npm run hub:admin -- --email ADDRESS --prove-address prints the link that proves an address',
    )
  return made
}

export interface NewOrganization {
  input: Omit<Signup, 'password' | 'signOnCode' | 'invitationToken'> & { taxId?: string | null }
  /** Single sign-on code of an owner who has no password. */
  signOnCode?: string | undefined
  /** Token of the link used for the sign-up. An emailed link proves the address. */
  invitationToken?: string | undefined
  /** If omitted, the owner has no account yet and is invited by email. */
  passwordHash?: string
  /** Returns the origin that the owner's account trusts from the beginning, as a hash. */
  trusts?: (accountId: string) => Buffer
  organizationId?: string
  accountId?: string
  author?: Author | null
  /** Additional work in the same transaction. */
  afterwards?: (tx: Tx, made: SignedUp) => Promise<void>
}

/**
 * Creates an organization with everything it needs to sell. Throws `email_taken`, `link_invalid`,
 * `wrong_code` for an invalid single sign-on code, and `invalid_request` when the provider has verified
 * another address.
 */
export async function setUpOrganization(
  { db, pinKey }: Pick<HubContext, 'db' | 'pinKey'>,
  {
    input,
    passwordHash,
    signOnCode,
    invitationToken,
    trusts,
    organizationId = newId(),
    accountId = newId(),
    author = null,
    afterwards,
  }: NewOrganization,
): Promise<SignedUp> {
  const posPinHash = input.posPin ? await hashPassword(input.posPin) : null
  const made = {
    organizationId,
    employeeId: newId(),
    storeId: newId(),
    retailPointId: newId(),
    priceTypeId: newId(),
  }
  await db.transact(
    made.organizationId,
    async (tx) => {
      const currencyId = await createOrganization(tx, input, made.employeeId)
      const ofOwner = passwordHash === undefined ? { email: input.email } : { accountId }
      if (passwordHash !== undefined) {
        const isProved = invitationToken !== undefined && (await spendInvitation(tx, invitationToken))
        const emailVerifiedAt = isProved ? new Date() : null
        await createAccount(tx, { id: accountId, email: input.email, passwordHash, emailVerifiedAt })
        await forgetInvited(tx, input.email)
        if (signOnCode !== undefined) await createIdentity(tx, accountId, input.email, signOnCode)
        if (trusts) await trustOrigin(tx, accountId, trusts(accountId))
      }
      const ownerRoleId = await createRoles(tx)
      await tx.insert(employees).values({
        organizationId: tx.organizationId,
        id: made.employeeId,
        lastName: input.lastName,
        firstName: input.firstName,
        roleId: ownerRoleId,
        ...ofOwner,
        posPinHash,
        posPinKey: input.posPin ? pinKeyOf(pinKey, tx.organizationId, input.posPin) : null,
      })
      await tx.insert(organizationSettings).values({ organizationId: tx.organizationId })
      await enableUnits(tx)
      await createReferences(tx, input.country)
      await createShop(tx, made, currencyId, input.country)
      await afterwards?.(tx, made)
    },
    author,
  )
  return made
}

async function createOrganization(
  tx: Tx,
  input: NewOrganization['input'],
  ownerEmployeeId: string,
): Promise<string> {
  const defaults = COUNTRY_DEFAULTS[input.country]
  const [currency] = await tx.select().from(currencies).where(eq(currencies.isoCode, defaults.currency))
  const currencyId = must(currency, 'currency').id
  await tx.insert(organizations).values({
    id: tx.organizationId,
    name: input.organizationName,
    taxId: input.taxId ?? null,
    country: input.country,
    timeZone: input.timeZone ?? defaults.timeZone,
    currencyId,
    ownerEmployeeId,
    syncEpoch: newId(),
  })
  return currencyId
}

async function createAccount(
  tx: Tx,
  made: Pick<typeof accounts.$inferSelect, 'id' | 'email' | 'passwordHash' | 'emailVerifiedAt'>,
): Promise<void> {
  const [account] = await tx
    .insert(accounts)
    .values({ ...made, organizationId: tx.organizationId })
    .onConflictDoNothing({ target: accounts.email })
    .returning({ id: accounts.id })
  if (!account) {
    throw new Problem('email_taken', {
      errors: [{ pointer: '#/email', detail: 'an account with this address exists' }],
    })
  }
}

async function createIdentity(tx: Tx, accountId: string, email: string, code: string): Promise<void> {
  const proven = await spendGoodCode(tx, code, 'signOnCode')
  if (!proven.isEmailVerified || proven.email !== email)
    throw invalidField(['email'], 'is not the address that the provider has verified')
  await saveIdentity(tx, accountId, proven)
  await tx
    .update(accounts)
    .set({ hasPassword: false, emailVerifiedAt: new Date() })
    .where(eq(accounts.id, accountId))
}

async function createRoles(tx: Tx): Promise<string> {
  const roles = Object.entries(SYSTEM_ROLES).map(([name, permissions]) => ({
    organizationId: tx.organizationId,
    id: newId(),
    name,
    isSystem: true,
    permissions: [...permissions],
  }))
  await tx.insert(employeeRoles).values(roles)
  return must(roles.find((role) => role.name === 'Owner')).id
}

/**
 * Units used by most shops: piece, kilogram, gram, liter, meter, package. Other units are enabled when they
 * are first used.
 */
const FIRST_UNITS = ['796', '166', '163', '112', '006', '778']

async function enableUnits(tx: Tx): Promise<void> {
  const units = await tx
    .select({ id: unitsOfMeasure.id })
    .from(unitsOfMeasure)
    .where(and(eq(unitsOfMeasure.isActive, true), inArray(unitsOfMeasure.code, FIRST_UNITS)))
  if (units.length === 0) return
  await tx
    .insert(organizationUnits)
    .values(units.map((unit) => ({ organizationId: tx.organizationId, unitId: unit.id })))
}

/** Creates the preset currencies and countries, and the customer of sales without a named customer. */
async function createReferences(tx: Tx, country: Signup['country']): Promise<void> {
  const { language } = COUNTRY_DEFAULTS[country]
  await tx.execute(sql`
    INSERT INTO organization_currencies (organization_id, id, name, code, iso_code, symbol, is_preset)
    SELECT ${tx.organizationId}::uuid, id, name, code, iso_code, symbol, true FROM currencies`)
  const name = language === 'ru' ? presetCountries.nameRu : presetCountries.nameEn
  await tx.execute(sql`
    INSERT INTO countries (organization_id, id, name, code, alpha2, is_preset)
    SELECT ${tx.organizationId}::uuid, gen_random_uuid(), ${name}, code, alpha2, true FROM ${presetCountries}`)
  await tx.insert(counterparties).values({
    organizationId: tx.organizationId,
    id: newId(),
    name: DEFAULT_NAMES[language].customer,
    kind: 'Individual',
    isSupplier: false,
    isSystem: true,
  })
}

async function createShop(
  tx: Tx,
  made: SignedUp,
  currencyId: string,
  country: Signup['country'],
): Promise<void> {
  const names = DEFAULT_NAMES[COUNTRY_DEFAULTS[country].language]
  const own = { organizationId: tx.organizationId }
  await tx.insert(priceTypes).values({
    ...own,
    id: made.priceTypeId,
    name: names.priceType,
    sortOrder: 0,
    isDefault: true,
    currencyId,
  })
  await tx
    .insert(stores)
    .values({ ...own, id: made.storeId, name: names.store, isDefault: true, isArchived: false })
  await tx.insert(retailPoints).values({
    ...own,
    id: made.retailPointId,
    name: names.retailPoint,
    storeId: made.storeId,
    priceTypeId: made.priceTypeId,
    isActive: true,
    allowCustomPrice: false,
    allowReturnWithoutBasis: false,
    vatIncluded: true,
    paperWidth: 80,
  })
}
