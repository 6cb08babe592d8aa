import { expect, it } from 'vitest'
import { flag } from '#shared/flags/flag.ts'
import type { ChainRow } from './chains.ts'
import { placeItems } from './place-items.ts'
import { readUpload } from './read-upload.ts'

const DEVICE = '0198c000-0000-7000-8000-0000000000dd'
const SECOND = '0198c000-0000-7000-8000-0000000000d2'
const FOREIGN = '0198c000-0000-7000-8000-0000000000ff'

it('assigns an item without a chain to the first chain, and an item of a foreign chain to the first chain without a number', async () => {
  const item = { id: DEVICE, seq: 4, type: 'sale', prevHash: '', hash: '', body: '{}' }
  const sales = [item, { ...item, chain: SECOND }, { ...item, chain: FOREIGN }]
  const { items } = await readUpload(JSON.stringify({ sales }), DEVICE)
  const own = [DEVICE, SECOND].map((id) => ({ id })) as ChainRow[]
  expect(placeItems(DEVICE, own, items).map(({ chain, seq, notes }) => [chain, seq, notes])).toEqual([
    [DEVICE, 4, []],
    [SECOND, 4, []],
    [DEVICE, null, [flag('chain_of_another', { chain: FOREIGN })]],
  ])
})
