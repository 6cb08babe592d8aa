import { expect } from 'vitest'
import type { Organization } from '#test/support/hub.ts'

/** Records of pages that have no form for a new one, by the paths of the pages. */
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

/** Where a page names a record: a sample, or a new one where there is a form for it; else one that is not there. */
export const addressOf = (path: string, samples: Samples): string =>
  path.replace(/\$\w+/, samples.get(path) ?? 'new')
