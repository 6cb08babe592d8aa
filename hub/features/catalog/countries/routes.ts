import { matches } from '#hub/db/records.ts'
import { countries } from '#hub/db/tables/catalog.ts'
import { recordCommands } from '#hub/http/record-commands.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { COUNTRIES, type CountryListQuery } from '#shared/contracts/catalog/countries.ts'
import { presentCountry } from './present.ts'
import { createCountry, deleteCountry, updateCountry } from './save-country.ts'

export const countryRoutes = standardResource({
  ...COUNTRIES,
  tag: 'Catalog: countries',
  nouns: ['country', 'countries'],
  area: 'catalog',
  stores: 'none',
  present: presentCountry,
  commands: recordCommands(countries, 'country', {
    where: ({ isPreset }: CountryListQuery) => [matches(countries.isPreset, isPreset)],
    searchIn: [countries.name, countries.code, countries.alpha2],
    defaultSort: 'name',
    create: createCountry,
    update: updateCountry,
    remove: deleteCountry,
  }),
})
