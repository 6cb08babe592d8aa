import { asc, eq, sql } from 'drizzle-orm'
import { counterparties, countries, priceTypes, productGroups } from '#hub/db/tables/catalog.ts'
import { organizationUnits } from '#hub/db/tables/organization.ts'
import { currencies, organizations, unitsOfMeasure } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { unitKey } from '#shared/catalog/national-units.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { ReadProducts } from '../read/read-products.ts'
import { GroupTree } from './group-tree.ts'

export interface PriceType {
  id: string
  name: string
  isDefault: boolean
  isoCode: string
}
export interface Named {
  id: string
  name: string
}

const PIECE = '796'

/** Records that products refer to, by their names in files, including those that a file adds. */
export class References {
  readonly groups: GroupTree
  readonly priceTypes: PriceType[]
  readonly currencyId: string
  /** Currency of the organization, a three-letter code of ISO 4217. */
  readonly isoCode: string
  readonly today: string
  readonly addedPriceTypes: Named[] = []
  readonly addedCountries: Named[] = []
  readonly addedSuppliers: Named[] = []
  readonly enabledUnits: Named[] = []
  readonly #units: Map<string, Named & { isEnabled: boolean }>
  readonly #countries: Map<string, string>
  readonly #suppliers: Map<string, string>
  readonly #fractional: ReadonlySet<string>

  /** `unitWords` maps words for units in the file to codes or names of units. */
  constructor(loaded: Loaded, unitWords: Readonly<Record<string, string>>) {
    this.groups = new GroupTree(loaded.groups)
    this.priceTypes = loaded.priceTypes
    this.currencyId = loaded.currencyId
    this.isoCode = loaded.isoCode
    this.today = loaded.today
    this.#units = new Map()
    this.#fractional = new Set(loaded.units.flatMap(({ id, isFractional }) => (isFractional ? [id] : [])))
    // Enabled units come last, so that they take precedence.
    for (const unit of loaded.units.toSorted((a, b) => Number(a.isEnabled) - Number(b.isEnabled))) {
      for (const name of [unit.code, unit.fullName, unit.nameEn, unit.nameKk, unit.name])
        if (name) this.#units.set(unitKey(name), unit)
    }
    for (const [word, unitText] of Object.entries(unitWords)) {
      const unit = this.#units.get(unitKey(unitText))
      if (!unit) throw invalidField(['units'], `there is no unit of measure ${unitText}`)
      this.#units.set(unitKey(word), unit)
    }
    this.#countries = new Map(
      loaded.countries.flatMap(({ id, name, code, alpha2 }) =>
        [code, alpha2, name].flatMap((key) => (key ? [[key.toLowerCase(), id] as const] : [])),
      ),
    )
    this.#suppliers = new Map(loaded.suppliers.map(({ id, name }) => [name.toLowerCase(), id]))
  }

  /**
   * Returns the id of a unit. An empty name means pieces. Undefined when the unit does not exist, or for
   * pieces that are not enabled. Naming a platform unit enables it.
   */
  unit(name: string): string | undefined {
    const unit = this.#units.get(name === '' ? PIECE : unitKey(name))
    if (!unit || (unit.isEnabled === false && name === '')) return undefined
    if (!unit.isEnabled) {
      unit.isEnabled = true
      this.enabledUnits.push(unit)
    }
    return unit.id
  }

  /** True when the unit is already enabled for the organization. */
  isEnabled(name: string): boolean {
    return this.#units.get(unitKey(name))?.isEnabled === true
  }

  isFractional(unitId: string): boolean {
    return this.#fractional.has(unitId)
  }

  country(name: string): string {
    return findOrAdd(this.#countries, this.addedCountries, name)
  }

  supplier(name: string): string {
    return findOrAdd(this.#suppliers, this.addedSuppliers, name)
  }

  /** Returns a price type, adding it when it is missing. A null `name` means the default one. */
  priceType(name: string | null, orSecond = false): PriceType {
    const byDefault = must(
      this.priceTypes.find((type) => type.isDefault),
      'default price type',
    )
    if (name === null) return byDefault
    const key = name.toLowerCase()
    const found = this.priceTypes.find((type) => type.name.toLowerCase() === key)
    if (found) return found
    if (DEFAULT_NAMES.has(key)) return byDefault
    const second = this.priceTypes[1]
    if (orSecond && second && !second.isDefault) return second
    const added = { id: newId(), name, isDefault: false, isoCode: byDefault.isoCode }
    this.priceTypes.push(added)
    this.addedPriceTypes.push(added)
    return added
  }
}

/** Names that other systems use for their default price. */
const DEFAULT_NAMES = new Set(['цена продажи', 'розничная цена', 'розница', 'retail price'])

function findOrAdd(known: Map<string, string>, added: Named[], name: string): string {
  const key = name.toLowerCase()
  const found = known.get(key)
  if (found) return found
  const record = { id: newId(), name }
  known.set(key, record.id)
  added.push(record)
  return record.id
}

type Loaded = Awaited<ReturnType<typeof load>>

/** Loads the references in a few statements. Only suppliers with these names are loaded. */
export async function loadReferences(
  tx: Tx,
  supplierNames: readonly string[],
  unitWords: Readonly<Record<string, string>>,
): Promise<References> {
  return new References(await load(tx, supplierNames), unitWords)
}

async function load(tx: Tx, supplierNames: readonly string[]) {
  const own = tx.organizationId
  const [organization] = await tx
    .select({
      currencyId: organizations.currencyId,
      isoCode: currencies.isoCode,
      today: sql<string>`to_char(now() AT TIME ZONE ${organizations.timeZone}, 'YYYY-MM-DD')`,
    })
    .from(organizations)
    .innerJoin(currencies, eq(currencies.id, organizations.currencyId))
    .where(eq(organizations.id, own))
  const groups = await tx
    .select({
      id: productGroups.id,
      parentId: productGroups.parentId,
      name: productGroups.name,
      isArchived: productGroups.isArchived,
      keywords: productGroups.keywords,
    })
    .from(productGroups)
    .where(eq(productGroups.organizationId, own))
    .orderBy(asc(productGroups.id))
  const types = await tx
    .select({
      id: priceTypes.id,
      name: priceTypes.name,
      isDefault: priceTypes.isDefault,
      isoCode: sql<string>`(SELECT iso_code FROM organization_currencies c
        WHERE c.organization_id = price_types.organization_id AND c.id = price_types.currency_id)`,
    })
    .from(priceTypes)
    .where(eq(priceTypes.organizationId, own))
    .orderBy(asc(priceTypes.sortOrder), asc(priceTypes.name))
  const units = await tx
    .select({
      id: unitsOfMeasure.id,
      name: unitsOfMeasure.name,
      fullName: unitsOfMeasure.fullName,
      nameEn: unitsOfMeasure.nameEn,
      nameKk: unitsOfMeasure.nameKk,
      code: unitsOfMeasure.code,
      isFractional: unitsOfMeasure.isFractional,
      isEnabled: sql<boolean>`EXISTS (SELECT FROM ${organizationUnits} enabled
        WHERE enabled.organization_id = ${own} AND enabled.unit_id = units_of_measure.id)`,
    })
    .from(unitsOfMeasure)
    .where(eq(unitsOfMeasure.isActive, true))
  const lands = await tx
    .select({ id: countries.id, name: countries.name, code: countries.code, alpha2: countries.alpha2 })
    .from(countries)
    .where(eq(countries.organizationId, own))
  const suppliers =
    supplierNames.length === 0
      ? []
      : await tx
          .select({ id: counterparties.id, name: counterparties.name })
          .from(counterparties)
          .where(
            sql`${counterparties.organizationId} = ${own} AND NOT ${counterparties.isArchived}
              AND lower(${counterparties.name}) = ANY(${sql.param(supplierNames.map((name) => name.toLowerCase()))}::text[])`,
          )
          .orderBy(sql`${counterparties.id} DESC`)
  const { currencyId, isoCode, today } = must(organization, 'organization')
  return { currencyId, isoCode, today, groups, priceTypes: types, units, countries: lands, suppliers }
}

/** Returns the price types of the price columns. Adds missing ones. */
export function planPriceColumns(read: ReadProducts, references: References): Map<number, PriceType> {
  const types = new Map<number, PriceType>()
  for (const [index, column] of read.columns.entries()) {
    if (column.kind === 'price')
      types.set(index, references.priceType(column.priceType, column.orSecond ?? false))
  }
  return types
}
