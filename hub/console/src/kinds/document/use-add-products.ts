import { useRef, useState } from 'react'
import {
  LOOK_UP_PRODUCTS,
  MAX_LOOKED_UP,
  PRODUCT_BY_BARCODE,
  PRODUCTS,
  type Product,
  type QuickSearchItem,
} from '#shared/contracts/catalog/products.ts'
import { getOf } from '#shared/contracts/endpoint.ts'
import { Refusal } from '#shared/ui/api/client.ts'
import { call } from '../../api/call.ts'
import { problemText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Values } from '../record/record-definition.ts'
import type { DocumentDefinition, DraftLine } from './document-definition.ts'
import { type Action, lineOf } from './draft.ts'
import { type PastedRow, readPasted } from './pasted.ts'

interface Adding {
  definition: DocumentDefinition
  /** Returns the current header of the draft. */
  headerOf: () => Values
  perform: (action: Action) => void
  /** Called for a product selected manually, whose quantity is entered next. */
  onAdded: (line: DraftLine) => void
}

/** Finds scanned, selected or pasted products in the order of their arrival, and creates lines for them. */
export function useAddProducts({ definition, headerOf, perform, onAdded }: Adding) {
  const t = useText()
  const [notice, setNotice] = useState('')
  const [faults, setFaults] = useState<string[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = (work: () => Promise<void>): void => {
    queue.current = queue.current.then(work).catch((error: unknown) => setFaults([problemText(t, error)]))
  }

  const newLine = async (product: Product, quantity: number | null): Promise<DraftLine> => {
    const price = (await definition.firstPrice?.(product, headerOf())) ?? null
    return lineOf(definition, product, { quantity, price })
  }

  const scan = (barcode: string): void =>
    inTurn(async () => {
      const found = await productsWith(barcode)
      const [product] = found
      if (!product) {
        setFaults((before) => [t('documents.unknownBarcode', { barcode }), ...before].slice(0, 10))
        return
      }
      if (found.length > 1) {
        setFaults([
          t('documents.severalProducts', { barcode, names: found.map(({ name }) => name).join(', ') }),
        ])
        return
      }
      setFaults([])
      const quantity = product.quantity ?? 1
      perform({ kind: 'scan', line: await newLine(product, quantity), quantity })
      setNotice(t('documents.scanned', { name: product.name, quantity }))
    })

  const pick = ({ id, quantity }: QuickSearchItem): void =>
    inTurn(async () => {
      const line = await newLine(await productOf(id), quantity ?? null)
      setFaults([])
      perform({ kind: 'add', lines: [line] })
      onAdded(line)
    })

  const paste = (text: string): void =>
    inTurn(async () => {
      const { rows, faults: unread } = readPasted(text)
      setNotice(t('documents.pasting', { count: rows.length }))
      const found = await productsOfRows(rows)
      const lines: DraftLine[] = []
      for (const [index, { quantity, price }] of rows.entries()) {
        const product = found[index]
        if (!product) continue
        const line = await newLine(product, quantity)
        lines.push(price !== null && 'price' in line ? { ...line, price } : line)
      }
      perform({ kind: 'add', lines })
      setNotice(t('documents.pasted', { count: lines.length }))
      setFaults([
        ...unread.map(({ place, product, fault }) => t(`documents.pasted_${fault}`, { place, product })),
        ...rows.flatMap(({ place, product }, index) =>
          found[index] ? [] : [t('documents.pasted_unknown', { place, product })],
        ),
      ])
    })

  return { scan, pick, paste, notice, faults }
}

const productOf = (id: string): Promise<Product> => call(getOf(PRODUCTS), { params: { id } })

/** Returns the products with this barcode. The first one has the quantity from a scale label. */
async function productsWith(value: string): Promise<(Product & { quantity?: number | undefined })[]> {
  try {
    const found = await call(PRODUCT_BY_BARCODE, { params: { value } })
    return 'items' in found ? found.items.filter(({ isArchived }) => !isArchived) : [found]
  } catch (error) {
    if (error instanceof Refusal && error.problem.code === 'barcode_not_found') return []
    throw error
  }
}

/**
 * Finds the product of each row by exact barcode, code, article or name, so that a similar product is never
 * added by mistake. A row without such a product gets null.
 */
async function productsOfRows(rows: readonly PastedRow[]): Promise<(Product | null)[]> {
  const found: (Product | null)[] = []
  for (let at = 0; at < rows.length; at += MAX_LOOKED_UP) {
    const texts = rows.slice(at, at + MAX_LOOKED_UP).map(({ product }) => product)
    found.push(...(await call(LOOK_UP_PRODUCTS, { body: { texts } })).items)
  }
  return found
}
