import { expect } from 'vitest'
import type { Organization } from '#test/support/hub.ts'

/** Ids of sample records by page path, for pages that have no form for a new record. */
export type Samples = ReadonlyMap<string, string>

export async function makeSamples({ api, organizationId }: Organization): Promise<Samples> {
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await api.post(path, body)
    expect([path, answer.status]).toEqual([path, 201])
    return answer.body.id
  }
  await made('/api/loyalty/programs', { name: 'Club', kind: 'Bonus', isDefault: true })
  return new Map([
    ['/loyalty-cards/$id', await made('/api/loyalty/cards/issue', { cardNumber: '77001' })],
    ['/vouchers/$id', await made('/api/loyalty/vouchers/issue', { amount: 5000 })],
    ['/platform/organizations/$id', organizationId],
    ['/platform/organizations/$id/people', organizationId],
  ])
}

/** Returns the address of a page: with a sample record if there is one, otherwise with `new`. */
export const addressOf = (path: string, samples: Samples): string =>
  path.replace(/\$\w+/, samples.get(path) ?? 'new')
