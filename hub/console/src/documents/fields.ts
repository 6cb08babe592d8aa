import { LossReason, OverheadDistribution } from '#shared/contracts/documents.ts'
import { COUNTERPARTY, CURRENCY, EMPLOYEE, RETAIL_POINT, STORE } from '../catalog/references.ts'
import type { HeaderName } from '../kinds/document/document-definition.ts'
import type { Field } from '../kinds/record/record-definition.ts'
import { CARD } from '../loyalty/references.ts'
import { SUPPLY } from './references.ts'

/** All document fields, each defined once. A kind of document lists the names of its fields. */
const FIELDS = {
  number: { name: 'number', kind: 'text' },
  date: { name: 'date', kind: 'moment' },
  comment: { name: 'comment', kind: 'paragraph' },
  externalCode: { name: 'externalCode', kind: 'text' },
  storeId: { name: 'storeId', kind: 'reference', to: STORE, isRequired: true },
  sourceStoreId: { name: 'sourceStoreId', kind: 'reference', to: STORE, isRequired: true },
  targetStoreId: { name: 'targetStoreId', kind: 'reference', to: STORE, isRequired: true },
  retailPointId: { name: 'retailPointId', kind: 'reference', to: RETAIL_POINT },
  cashierId: { name: 'cashierId', kind: 'reference', to: EMPLOYEE },
  customerId: { name: 'customerId', kind: 'reference', to: COUNTERPARTY },
  loyaltyCardId: { name: 'loyaltyCardId', kind: 'reference', to: CARD },
  customerPhone: { name: 'customerPhone', kind: 'text' },
  customerEmail: { name: 'customerEmail', kind: 'text' },
  counterpartyId: { name: 'counterpartyId', kind: 'reference', to: COUNTERPARTY, isRequired: true },
  supplyId: { name: 'supplyId', kind: 'reference', to: SUPPLY },
  currencyId: { name: 'currencyId', kind: 'reference', to: CURRENCY },
  rate: { name: 'rate', kind: 'number', places: 6, min: 0 },
  multiplicity: { name: 'multiplicity', kind: 'number', min: 1 },
  vatEnabled: { name: 'vatEnabled', kind: 'yes-no' },
  vatIncluded: { name: 'vatIncluded', kind: 'yes-no', isShown: ({ vatEnabled }) => vatEnabled === true },
  incomingNumber: { name: 'incomingNumber', kind: 'text' },
  incomingDate: { name: 'incomingDate', kind: 'day' },
  overheadSum: { name: 'overheadSum', kind: 'money', min: 0 },
  overheadDistribution: {
    name: 'overheadDistribution',
    kind: 'choice',
    options: OverheadDistribution.options,
    texts: 'distribution',
    isRequired: true,
  },
  updateRetailPrice: { name: 'updateRetailPrice', kind: 'yes-no' },
  reason: {
    name: 'reason',
    label: 'documents.lossReason',
    kind: 'choice',
    options: LossReason.options,
    texts: 'lossReason',
    isRequired: true,
  },
  shipmentAddress: { name: 'shipmentAddress', kind: 'text', isWide: true },
  scope: {
    name: 'scope',
    kind: 'choice',
    options: ['Full', 'Partial'],
    texts: 'countScope',
    isRequired: true,
  },
  countMode: {
    name: 'countMode',
    kind: 'choice',
    options: ['Open', 'Blind'],
    texts: 'countMode',
    isRequired: true,
  },
  startedAt: { name: 'startedAt', kind: 'moment' },
  zeroUncounted: { name: 'zeroUncounted', kind: 'yes-no' },
} as const satisfies Partial<Record<HeaderName, Field<HeaderName>>>

export const fields = (...names: (keyof typeof FIELDS)[]): Field<HeaderName>[] =>
  names.map((name) => FIELDS[name])
