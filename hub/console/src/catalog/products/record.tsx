import { PRODUCTS, type Product } from '#shared/contracts/catalog/products.ts'
import { PaymentSubject, ProductKind, TrackingType } from '#shared/domain/product.ts'
import { record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { COUNTERPARTY, COUNTRY, PRODUCT_GROUP, UNIT_OF_MEASURE } from '../references.ts'
import { BarcodesInput } from './barcodes-input.tsx'
import { MinimumStockInput } from './minimum-stock-input.tsx'
import { PacksInput } from './packs-input.tsx'
import { Pictures } from './pictures.tsx'
import { FuturePricesInput, PricesInput } from './prices-input.tsx'
import { ProductActions } from './product-actions.tsx'
import { ProductStock } from './product-stock.tsx'

const isGood = ({ kind = 'Good' }: { kind?: unknown }): boolean => kind === 'Good'
const isBundle = (item: unknown): boolean => (item as Product | null)?.kind === 'Bundle'

const product = record({
  resource: PRODUCTS,
  texts: 'products',
  path: '/products',
  may: { create: 'catalog.create', update: 'catalog.update', delete: 'catalog.delete' },
  titleOf: ({ name }) => name,
  initial: {
    kind: 'Good',
    paymentSubject: 'Good',
    trackingType: 'NotTracked',
    useGroupVat: true,
    barcodes: [],
    packs: [],
    prices: [],
    futurePrices: [],
    minStockByStore: [],
  },
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true, isWide: true },
        { name: 'productGroupId', kind: 'reference', to: PRODUCT_GROUP },
        { name: 'unitOfMeasureId', kind: 'reference', to: UNIT_OF_MEASURE },
        { name: 'code', kind: 'text' },
        { name: 'article', kind: 'text' },
        { name: 'supplierId', kind: 'reference', to: COUNTERPARTY },
        { name: 'countryId', kind: 'reference', to: COUNTRY },
        { name: 'description', kind: 'paragraph' },
      ],
    },
    {
      key: 'sectionBarcodes',
      fields: [
        { name: 'barcodes', kind: 'custom', Input: BarcodesInput, isWide: true },
        { name: 'generateBarcode', kind: 'yes-no', isShown: () => false },
        {
          name: 'packs',
          kind: 'custom',
          Input: PacksInput,
          isWide: true,
          isShown: (values) => isGood(values) && values.isWeighed !== true,
        },
      ],
    },
    {
      key: 'sectionPrices',
      fields: [
        { name: 'prices', kind: 'custom', Input: PricesInput, isWide: true },
        { name: 'futurePrices', kind: 'custom', Input: FuturePricesInput, isWide: true },
        { name: 'minPrice', kind: 'money', min: 0 },
        { name: 'cost', kind: 'money', places: 4, min: 0, may: 'costs.view' },
        { name: 'isDiscountProhibited', kind: 'yes-no' },
      ],
    },
    {
      key: 'sectionVat',
      fields: [
        { name: 'useGroupVat', kind: 'yes-no' },
        {
          name: 'vatRate',
          kind: 'percent',
          min: 0,
          max: 100,
          isShown: ({ useGroupVat }) => useGroupVat !== true,
        },
      ],
    },
    {
      key: 'sectionStock',
      fields: [
        { name: 'minStock', kind: 'quantity', min: 0, isShown: isGood },
        { name: 'minStockByStore', kind: 'custom', Input: MinimumStockInput, isWide: true, isShown: isGood },
      ],
    },
    {
      key: 'sectionSelling',
      fields: [
        {
          name: 'kind',
          kind: 'choice',
          isRequired: true,
          texts: 'productKind',
          isFixed: isBundle,
          options: ProductKind.options.filter((kind) => kind !== 'Bundle'),
        },
        { name: 'isWeighed', kind: 'yes-no', isShown: isGood },
        { name: 'weightCode', kind: 'text', isShown: ({ isWeighed }) => isWeighed === true },
        {
          name: 'generateWeightCode',
          kind: 'yes-no',
          isShown: ({ isWeighed, weightCode }) => isWeighed === true && !weightCode,
        },
        {
          name: 'trackingType',
          kind: 'choice',
          isRequired: true,
          texts: 'trackingType',
          options: TrackingType.options,
          isShown: ({ isWeighed }) => isWeighed !== true,
        },
        { name: 'minimumAge', kind: 'number', min: 1, max: 99 },
        {
          name: 'paymentSubject',
          kind: 'choice',
          isRequired: true,
          texts: 'paymentSubject',
          options: PaymentSubject.options,
        },
        { name: 'isArchived', kind: 'yes-no' },
      ],
    },
    {
      key: 'sectionMore',
      fields: [
        { name: 'weight', kind: 'quantity', min: 0 },
        { name: 'volume', kind: 'number', places: 6, min: 0 },
        { name: 'externalCode', kind: 'text' },
        { name: 'ntin', kind: 'text' },
        { name: 'ikpu', kind: 'text' },
      ],
    },
  ],
  aside: (item) => (
    <>
      <Pictures product={item} />
      <ProductStock product={item} />
    </>
  ),
  actions: (item) => <ProductActions product={item} />,
})

export const prepare = prepareRecord(product)
export const Page = () => <RecordPage definition={product} />
