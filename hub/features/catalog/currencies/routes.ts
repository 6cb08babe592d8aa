import { matches } from '#hub/db/records.ts'
import { organizationCurrencies as currencies } from '#hub/db/tables/catalog.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { recordCommands } from '#hub/http/record-commands.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  CURRENCIES,
  CURRENCY_RATES,
  type CurrencyListQuery,
  REMOVE_CURRENCY_RATE,
  SET_CURRENCY_RATE,
} from '#shared/contracts/catalog/currencies.ts'
import { presentCurrency } from './present.ts'
import { withRates } from './queries.ts'
import { listRates, presentRate, removeRate, setRate } from './rates.ts'
import { createCurrency, updateCurrency } from './save-currency.ts'

const tag = 'Catalog: currencies'

const standardRoutes = standardResource({
  ...CURRENCIES,
  tag,
  nouns: ['currency', 'currencies'],
  area: 'catalog',
  stores: 'none',
  present: presentCurrency,
  commands: recordCommands(currencies, 'currency', {
    where: ({ isPreset, isArchived }: CurrencyListQuery) => [
      matches(currencies.isPreset, isPreset),
      matches(currencies.isArchived, isArchived),
    ],
    searchIn: [currencies.name, currencies.fullName, currencies.code, currencies.isoCode],
    defaultSort: 'name',
    create: createCurrency,
    update: updateCurrency,
    complete: withRates,
  }),
})

export const currencyRoutes = area(
  getRoute({
    ...CURRENCY_RATES,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'List the rates of a currency by day, the latest first',
    read: async (tx, { id, query }) => ({ ...(await listRates(tx, id, query)), query }),
    present: ({ rows, total, query: { page, pageSize } }) => ({
      items: rows.map(presentRate),
      page,
      pageSize,
      total,
    }),
  }),
  actionRoute({
    ...SET_CURRENCY_RATE,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Set the rate of a currency from a day on',
    description: 'Another rate of that day is replaced. Documents keep their rate.',
    command: (tx, { id, body }) => setRate(tx, id, body),
    present: presentRate,
  }),
  actionRoute({
    ...REMOVE_CURRENCY_RATE,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Remove the rate of a day: the one before it stays valid',
    command: (tx, { id, day }) => removeRate(tx, id, day),
  }),
  standardRoutes,
)
