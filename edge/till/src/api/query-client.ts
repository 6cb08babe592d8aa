import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { NoAnswer, Refusal } from '#shared/ui/api/client.ts'
import { STATUS_KEY } from '../status/use-status.ts'

export const SESSION_KEY = ['session']
/** Query key of the window's till. */
export const TILL_KEY = ['till']

/**
 * Creates the query client. All data comes from the agent on this machine or network, so queries never pause
 * offline and are hardly worth caching.
 */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => learnFrom(error, query.queryKey) }),
    mutationCache: new MutationCache({ onError: (error) => learnFrom(error, []) }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => error instanceof NoAnswer && failures < 100,
        retryDelay: 700,
        gcTime: 60_000,
      },
      // Each response is a whole cart, which is not read again.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })

  const learnFrom = (error: Error, queryKey: readonly unknown[]): void => {
    if (error instanceof NoAnswer && queryKey[0] !== STATUS_KEY[0]) {
      void client.invalidateQueries({ queryKey: STATUS_KEY })
    }
    if (error instanceof Refusal && error.problem.code === 'till_unknown')
      void client.invalidateQueries({ queryKey: TILL_KEY })
    const isSignedOut = error instanceof Refusal && error.problem.code === 'unauthenticated'
    if (isSignedOut && queryKey[0] !== SESSION_KEY[0]) {
      void client.invalidateQueries({ queryKey: SESSION_KEY })
    }
  }
  return client
}
