import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApprovedCommand } from '#shared/contracts/till/approvals.ts'
import type { Cart, TillDiscount } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { countOf, linesOf, sumOf } from '../cart/cart-sum.ts'
import { CART_KEY } from '../cart/use-cart.ts'

/** Body fields that describe a command to the supervisor. */
interface Figures {
  discount?: TillDiscount | null
  price?: number
  quantity?: number
  amount?: number
  reason?: string
  payments?: { type: string; amount: number }[]
}

/** Returns a function that describes the command to approve, with its product, quantity and amount. */
export function useCommandWords(): (deed: ApprovedCommand) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const cart = useQueryClient().getQueryData<Cart>(CART_KEY)
  const discountWords = (discount: TillDiscount): string =>
    t('approval.about.discount', {
      discount: 'percent' in discount ? format.percent(discount.percent) : format.money(discount.amount),
    })
  return ({ path, body = {} }) => {
    const { discount, price, quantity, amount, reason, payments } = body as Figures
    const line = cart && linesOf(cart).find(({ id }) => path.includes(id))
    const words: (string | false | undefined)[] = [
      line &&
        t('approval.about.line', {
          name: line.name,
          unit: line.unitName,
          quantity: format.quantity(line.quantity),
          sum: format.money(line.sum),
        }),
      cart &&
        path === '/cart' &&
        t('approval.about.cart', { count: countOf(cart), sum: format.money(sumOf(cart)) }),
      discount ? discountWords(discount) : undefined,
      price !== undefined &&
        t('approval.about.price', {
          before: line ? format.money(line.price) : '',
          after: format.money(price),
        }),
      quantity !== undefined && t('approval.about.quantity', { quantity: format.quantity(quantity) }),
      amount !== undefined && format.money(amount),
      ...(payments ?? []).map(
        (part) => `${t(`tender.${part.type}` as 'tender.Cash')}: ${format.money(part.amount)}`,
      ),
      reason,
    ]
    return words.filter((word) => typeof word === 'string')
  }
}
