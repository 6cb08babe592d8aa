import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { STATUS_KEY } from '../status/use-status.ts'
import { AgentRefusal, AgentSilent } from './send.ts'

export const SESSION_KEY = ['session']

/** Everything comes from the agent beside the page, so being offline pauses nothing and little is worth caching. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => learnFrom(error, query.queryKey) }),
    mutationCache: new MutationCache({ onError: (error) => learnFrom(error, []) }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => error instanceof AgentSilent && failures < 100,
        retryDelay: 700,
        gcTime: 60_000,
      },
      mutations: { networkMode: 'always' },
    },
  })

  const learnFrom = (error: Error, queryKey: readonly unknown[]): void => {
    if (error instanceof AgentSilent && queryKey[0] !== STATUS_KEY[0]) {
      void client.invalidateQueries({ queryKey: STATUS_KEY })
    }
    const isSignedOut = error instanceof AgentRefusal && error.problem.code === 'unauthenticated'
    if (isSignedOut && queryKey[0] !== SESSION_KEY[0]) {
      void client.invalidateQueries({ queryKey: SESSION_KEY })
    }
  }
  return client
}
