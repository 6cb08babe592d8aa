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

/** One change of the cart. It gets the cart as the changes before it left it, and gives the cart after it. */
export type CartDeed = (cart: Cart) => Promise<Cart>

/**
 * Changes the cart, one deed after the other in the order they were asked for: scans come faster than answers. A
 * deed that the agent did not answer is done when it is back, once.
 */
export function useCartDeed() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'cart' },
    mutationFn: async (deed: CartDeed) => {
      const cart = await doOnce(client, deed)
      await client.cancelQueries({ queryKey: CART_KEY })
      client.setQueryData(CART_KEY, cart)
      return cart
    },
    // A refused change may mean that the page shows an old cart.
    onError: () => client.invalidateQueries({ queryKey: CART_KEY }),
  })
}

/** The cart as the agent has it now. */
export function useLookAtCart(): () => Promise<Cart> {
  const client = useQueryClient()
  return () => cartWhenBack(client)
}

const LOOK_AGAIN_MS = 700

/** Waits until the agent answers again, and gives the cart as it is then. */
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

async function doOnce(client: QueryClient, deed: CartDeed): Promise<Cart> {
  const before: Cart = client.getQueryData<Cart>(CART_KEY) ?? (await client.fetchQuery(cartQuery))
  for (;;) {
    try {
      return await deed(before)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
    }
    const after = await cartWhenBack(client)
    // The version tells whether the deed was done before the answer was lost.
    if (after.id !== before.id || after.version !== before.version) return after
  }
}
