import { notifications } from '@mantine/notifications'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { NoAnswer } from '#shared/ui/api/client.ts'
import { agent } from '../api/agent.ts'
import { CART_KEY, cartWhenBack } from '../cart/use-cart.ts'
import { RECEIPTS_KEY } from '../receipts/use-receipts.ts'
import { STATUS_KEY } from '../status/use-status.ts'
import type { TenderPart } from './tender.ts'

interface Payment {
  cart: Cart
  tenders: TenderPart[]
  /** Reason for refunding in another payment method. */
  reason: string
}

/**
 * Pays the cart version that the cashier saw, after all pending changes. If one of them changed the cart, the
 * agent refuses and the new total is shown. Paying the same version twice makes one sale, so a payment
 * without a response is simply sent again.
 */
export function usePayCart() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'cart' },
    mutationFn: async (payment: Payment): Promise<Receipt> => {
      for (;;) {
        try {
          return await payOnce(payment)
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error
        }
        await cartWhenBack(client)
      }
    },
    // Messages about the paid cart are obsolete.
    onSuccess: () => notifications.clean(),
    onSettled: () => lookAgain(client),
  })
}

function payOnce({ cart, tenders, reason }: Payment): Promise<Receipt> {
  return agent.payCart({
    cartId: cart.id,
    cartVersion: cart.version,
    ...(reason.trim() ? { refundReason: reason.trim() } : {}),
    payments: tenders.map(({ type, amount, reference }) => ({
      type,
      amount: amountToNumber(amount),
      ...(reference.trim() ? { reference: reference.trim() } : {}),
    })),
  })
}

/** Refreshes the data even after a refusal or a lost response, because the sale may already be recorded. */
async function lookAgain(client: QueryClient): Promise<void> {
  await Promise.all(
    [CART_KEY, RECEIPTS_KEY, STATUS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
}
