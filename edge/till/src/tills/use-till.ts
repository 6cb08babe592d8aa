import { useMutation, useQuery } from '@tanstack/react-query'
import type { KnownTill, TillList } from '#shared/contracts/till/till.ts'
import { agent } from '../api/agent.ts'
import { TILL_KEY } from '../api/query-client.ts'
import { keepTillId, tillId } from '../api/till-id.ts'

export type TillOfList = TillList['items'][number]

/**
 * The till that this window is. The first window becomes the first till by itself; one whose browser has forgotten it is known
 * by its cookie. null: it is to be chosen; undefined: not known yet.
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

/** The window is another till from now on. What the page shows is of the one before, so it is loaded anew. */
export function becomeTill({ id }: KnownTill): void {
  keepTillId(id)
  location.reload()
}

/** The agent names a new till, which the window becomes. */
export const useAddTill = () =>
  useMutation({ mutationFn: () => agent.addTill(), onSuccess: (made) => becomeTill(made) })
