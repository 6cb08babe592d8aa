import { matches } from '#hub/db/records.ts'
import { organizationCurrencies as currencies } from '#hub/db/tables/catalog.ts'
import { recordDeeds } from '#hub/http/record-deeds.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  Currency,
  CurrencyCreate,
  CurrencyListQuery,
  CurrencyPage,
  CurrencyUpdate,
} from '#shared/contracts/catalog/currencies.ts'
import { presentCurrency } from './present.ts'
import { withDefault } from './queries.ts'
import { createCurrency, updateCurrency } from './save-currency.ts'

export const currencyRoutes = standardResource({
  base: '/api/catalog/currencies',
  tag: 'Catalog: currencies',
  nouns: ['currency', 'currencies'],
  area: 'catalog',
  contracts: {
    item: Currency,
    page: CurrencyPage,
    create: CurrencyCreate,
    update: CurrencyUpdate,
    list: CurrencyListQuery,
  },
  present: presentCurrency,
  deeds: recordDeeds(currencies, 'currency', {
    where: ({ isPreset, isArchived }: CurrencyListQuery) => [
      matches(currencies.isPreset, isPreset),
      matches(currencies.isArchived, isArchived),
    ],
    searchIn: [currencies.name, currencies.fullName, currencies.code, currencies.isoCode],
    defaultSort: 'name',
    create: createCurrency,
    update: updateCurrency,
    complete: withDefault,
  }),
})
