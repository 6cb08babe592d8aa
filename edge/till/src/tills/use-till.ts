import { useMutation, useQuery } from '@tanstack/react-query'
import type { KnownTill, TillList } from '#shared/contracts/till/till.ts'
import { agent } from '../api/agent.ts'
import { TILL_KEY } from '../api/query-client.ts'
import { keepTillId, tillId } from '../api/till-id.ts'

export type TillOfList = TillList['items'][number]

/**
 * Returns the till of this window. The first window becomes the first till automatically. If the browser has
 * lost the id, its cookie identifies the window. Null when the user must choose a till, undefined while it is
 * loading.
 */
export function useTill(isEnabled: boolean): KnownTill | null | undefined {
  return useQuery({ queryKey: TILL_KEY, queryFn: findTill, enabled: isEnabled }).data
}

async function findTill(): Promise<KnownTill | null> {
  const { items } = await agent.tills()
  const found = items.find(({ id }) => id === tillId()) ?? items.find(({ isHere }) => isHere)
  const till = found ?? (items.length === 0 ? await agent.addTill() : null)
  if (till) keepTillId(till.id)
  return till
}

export function useTills() {
  return useQuery({ queryKey: ['tills'], queryFn: ({ signal }) => agent.tills(signal), gcTime: 0 })
}

/** Assigns another till to the window. The page is reloaded, because it shows data of the previous till. */
export function becomeTill({ id }: KnownTill): void {
  keepTillId(id)
  location.reload()
}

/** Creates a till at the agent and assigns it to the window. */
export const useAddTill = () =>
  useMutation({ mutationFn: () => agent.addTill(), onSuccess: (made) => becomeTill(made) })
