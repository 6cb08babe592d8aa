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

/** Terms of a sold or returned line. */
export interface LineTerms {
  quantity: Quantity
  price: Amount
  discountAmount: Amount
  /** VAT rate, or null without VAT. */
  vatRate: Percent | null
}

/** Tolerance in hundredths, because shares of a line returned separately are rounded. */
const ROUNDING = 1

/**
 * Returns the discount for the returned part of a line. The net sum is divided by quantity, and a return of
 * the whole remainder gets the remaining net sum (docs/domain.md#returns).
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

/**
 * Returns the terms in which a returned line differs from its receipt. `discountDue` is the result of
 * `discountBack`.
 */
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
 * Returns the terms in which a return differs from its receipt, with the receipt's values, to be stored with
 * the return (docs/domain.md#returns). Throws `return_differs` naming the lines when the user is not allowed
 * to override them.
 */
export function checkReceiptTerms(
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
        lineNo,
        was: was[term],
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
      return { pointer: '#/vatIncluded', detail: `is ${was} on the original receipt` }
    const [member, noun] = MEMBERS[rule as keyof typeof MEMBERS]
    const shown = was === null ? 'none' : was
    return { pointer: `#/lines/${lineNo - 1}/${member}`, detail: `on the receipt ${noun} is ${shown}` }
  })
  const once = errors.filter(({ pointer }, i) => errors.findIndex((each) => each.pointer === pointer) === i)
  return new Problem('return_differs', {
    detail: 'To post it you need the permission sales.override_price',
    errors: once,
  })
}
