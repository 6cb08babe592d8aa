import type { PriceOverride } from '#shared/contracts/price-overrides.ts'
import {
  type Amount,
  amountToNumber,
  multiplyDivide,
  type Percent,
  percentToNumber,
  type Quantity,
} from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { type FieldError, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { LeftToReturn } from './left-to-return.ts'

/** The terms on which a line was sold, or comes back. */
export interface LineTerms {
  quantity: Quantity
  price: Amount
  discountAmount: Amount
  /** null: without VAT. */
  vatRate: Percent | null
}

/** One hundredth: shares of a line that come back one after the other are rounded. */
const ROUNDING = 1

/**
 * The discount of a part of a line: the net of the line is shared by quantity, and the part that takes back all that is left
 * gets what is left of the net (docs/domain.md#returns).
 */
export function discountBack(
  sold: LineTerms,
  quantity: Quantity,
  left?: { quantity: Quantity; net: Amount },
): Amount {
  const net =
    left?.quantity === quantity
      ? left.net
      : multiplyDivide(lineSum(sold.quantity, sold.price, sold.discountAmount), quantity, sold.quantity)
  return Math.max(0, lineSum(quantity, sold.price) - net) as Amount
}

/** Says on which terms of its receipt a line does not come back; `discountDue`: see discountBack. */
export function differingTerms(
  back: LineTerms,
  sold: LineTerms,
  discountDue: Amount,
): ('Price' | 'Discount' | 'VatRate')[] {
  const differs = {
    Price: back.price !== sold.price,
    Discount: Math.abs(back.discountAmount - discountDue) > ROUNDING,
    VatRate: back.vatRate !== sold.vatRate,
  }
  return (['Price', 'Discount', 'VatRate'] as const).filter((term) => differs[term])
}

interface Terms<Line> {
  vatIncluded: boolean
  lines: readonly Line[]
}

/**
 * The terms of the receipt that a return does not keep, with what the receipt says, to be kept with the return
 * (docs/domain.md#returns). Throws return_differs naming the lines for those who may not pass it.
 */
export function passReceiptTerms(
  back: Terms<LineTerms & { lineNo: number; originalLineNo: number | null }>,
  receipt: Terms<LineTerms & { lineNo: number }>,
  left: LeftToReturn,
  mayDiffer: boolean,
): PriceOverride[] {
  const overrides = back.lines.flatMap((line): PriceOverride[] => {
    const { lineNo, originalLineNo, quantity } = line
    const sold = must(
      receipt.lines.find((each) => each.lineNo === originalLineNo),
      'line of the receipt',
    )
    const due = discountBack(sold, quantity, left.lines.get(sold.lineNo))
    const was = {
      Price: amountToNumber(sold.price),
      Discount: amountToNumber(due),
      VatRate: sold.vatRate === null ? null : percentToNumber(sold.vatRate),
    }
    return [
      ...differingTerms(line, sold, due).map((term) => ({
        ...{ lineNo, was: was[term] },
        rule: `Receipt${term}` as const,
      })),
      ...(back.vatIncluded === receipt.vatIncluded
        ? []
        : [{ lineNo, was: receipt.vatIncluded, rule: 'ReceiptVatIncluded' as const }]),
    ]
  })
  if (overrides.length > 0 && !mayDiffer) throw differs(overrides)
  return overrides
}

const MEMBERS = {
  ReceiptPrice: ['price', 'the price'],
  ReceiptDiscount: ['discountAmount', 'the discount'],
  ReceiptVatRate: ['vatRate', 'the VAT rate'],
} as const

function differs(overrides: readonly PriceOverride[]): Problem {
  const errors = overrides.map(({ lineNo, rule, was }): FieldError => {
    if (rule === 'ReceiptVatIncluded')
      return { pointer: '#/vatIncluded', detail: `is ${was} on the receipt that is returned` }
    const [member, noun] = MEMBERS[rule as keyof typeof MEMBERS]
    const said = was === null ? 'none' : was
    return { pointer: `#/lines/${lineNo - 1}/${member}`, detail: `on the receipt ${noun} is ${said}` }
  })
  const once = errors.filter(({ pointer }, i) => errors.findIndex((each) => each.pointer === pointer) === i)
  return new Problem('return_differs', {
    detail: 'Without the permission sales.override_price it is not posted',
    errors: once,
  })
}
