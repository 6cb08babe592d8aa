import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Cart } from '#shared/contracts/till/till.ts'
import { sleep } from '#shared/std/retry.ts'
import { NoAnswer } from '#shared/ui/api/client.ts'
import { agent } from '../api/agent.ts'

export const CART_KEY = ['cart']

const cartQuery = {
  queryKey: CART_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => agent.cart(signal),
}

export function useCart() {
  return useQuery(cartQuery)
}

/** A change to the cart. It gets the cart after all previous changes and returns the changed cart. */
export type CartAction = (cart: Cart) => Promise<Cart>

/**
 * Changes the cart. Changes run one at a time in order, because scans can be faster than responses. A change
 * without a response takes effect exactly once when the agent is back.
 */
export function useCartAction() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'cart' },
    mutationFn: async (action: CartAction) => {
      const cart = await doOnce(client, action)
      await client.cancelQueries({ queryKey: CART_KEY })
      client.setQueryData(CART_KEY, cart)
      return cart
    },
    // A refused change can mean that the page shows a stale cart.
    onError: () => client.invalidateQueries({ queryKey: CART_KEY }),
  })
}

/** Returns a function that fetches the agent's current cart. */
export function useFetchCart(): () => Promise<Cart> {
  const client = useQueryClient()
  return () => cartWhenBack(client)
}

const LOOK_AGAIN_MS = 700

/** Waits until the agent responds again, and returns its current cart. */
export async function cartWhenBack(client: QueryClient): Promise<Cart> {
  for (;;) {
    try {
      return await client.fetchQuery({ ...cartQuery, retry: false, staleTime: 0 })
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      await sleep(LOOK_AGAIN_MS)
    }
  }
}

async function doOnce(client: QueryClient, action: CartAction): Promise<Cart> {
  const before: Cart = client.getQueryData<Cart>(CART_KEY) ?? (await client.fetchQuery(cartQuery))
  for (;;) {
    try {
      return await action(before)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
    }
    const after = await cartWhenBack(client)
    // A changed version shows that the change took effect before its response was lost.
    if (after.id !== before.id || after.version !== before.version) return after
  }
}
