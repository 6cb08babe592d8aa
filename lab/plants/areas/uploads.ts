import type { Plant } from '../plant.ts'

export const UPLOADS: readonly Plant[] = [
  {
    name: 'posted-in-the-order-of-ids',
    mistake: 'a batch is posted in the order of ids and not of the chain',
    edits: [{ in: 'judge', find: 'const id of ids', replace: 'const id of [...ids].sort()' }],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'goes by the order of the chain',
  },
  {
    name: 'repeat-in-a-batch-is-new',
    mistake: 'of two mentions of one item in a batch both count as new',
    edits: [{ in: 'keepItems', find: '&& !seen.has(item.id)', replace: '' }],
    noticedBy: ['test/hub/pos/upload.test.ts'],
    test: 'answers the second of two in one batch',
  },
  {
    name: 'one-conflict-for-an-upload',
    mistake: 'of two other bodies under one id the work list names only the last',
    edits: [{ in: 'putFaultyOnWorkList', find: 'subject: `${id}:${hash}`,', replace: 'subject: id,' }],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'puts each further body on the list',
  },
  {
    name: 'chain-followed-as-it-comes',
    mistake: 'items of a batch are linked in the order in which they stand there',
    edits: [{ in: 'followChain', find: '.sort((a, b) => a.seq - b.seq)', replace: '' }],
    noticedBy: ['test/hub/pos/upload-chains.test.ts'],
    test: 'are followed in whatever order a batch',
  },
  {
    name: 'hole-settled-by-half',
    mistake: 'of two holes in a chain the first that is filled takes both off the work list',
    edits: [
      {
        in: 'followChains',
        find: 'head.watermark === head.highest',
        replace: 'head.watermark > chain.watermark',
      },
    ],
    noticedBy: ['test/hub/pos/upload-custody.test.ts'],
    test: 'puts old holes on the list until they are filled',
  },
  {
    name: 'hole-told-at-once',
    mistake: 'a hole is put on the work list before its items have had a day to come',
    edits: [
      {
        in: 'keepOld',
        find: 'gaps.filter(({ last }) => old.has(last + 1))',
        replace: 'old.size < 0 ? [] : [...gaps]',
      },
    ],
    noticedBy: ['test/hub/pos/upload-custody.test.ts'],
    test: 'puts old holes on the list until they are filled',
  },
  {
    name: 'sweep-by-moment-alone',
    mistake: 'the sweep goes on after the moment of its last item, past others that came in that moment',
    edits: [
      {
        in: 'findWaiting',
        find: 'or( gt(uploads.receivedAt, after.receivedAt), and(eq(uploads.receivedAt, after.receivedAt), gt(uploads.id, after.id)), )',
        replace: 'gt(uploads.receivedAt, after.receivedAt)',
      },
    ],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'comes to all that was held',
  },
  {
    name: 'lost-item-named-by-the-first',
    mistake: 'of what an agent names as taken over only the last item of each chain is looked for',
    edits: [
      {
        in: 'requestLostItems',
        find: '[acknowledged, ...alsoAcknowledged].flatMap',
        replace: '[acknowledged, ...alsoAcknowledged].slice(0, 1).flatMap',
      },
    ],
    noticedBy: ['test/hub/pos/upload-chains.test.ts'],
    test: 'are asked for again when what was acknowledged',
  },
  {
    name: 'chain-allotted-to-any-run',
    mistake: 'a second run that has left a common chain is given the chain of the first',
    edits: [{ in: 'findAllotted', find: 'chain.bootId === bootId', replace: "bootId !== ''" }],
    noticedBy: ['test/hub/pos/upload-chains.test.ts'],
    test: 'give each run that forks a chain of its own',
  },
  {
    name: 'work-item-stays-settled',
    mistake: 'an item that had settled by itself does not come back with the same reasons',
    edits: [
      {
        in: 'openWorkItems',
        find: 'work_items.settled_by_id IS NULL OR work_items.kind',
        replace: 'work_items.kind',
      },
    ],
    noticedBy: ['test/hub/fleet/open-work-item.test.ts'],
    test: 'is opened again after settling by itself',
  },
  {
    name: 'promotions-count-against-the-limit',
    mistake: 'what promotions take off counts as taken off by the cashier',
    edits: [
      {
        in: 'flagDiscounts',
        find: '(discountAmount - promoted(sale, lineNo)) as Amount',
        replace: 'discountAmount',
      },
    ],
    noticedBy: ['test/hub/pos/upload-discounts.test.ts'],
    test: 'may be larger than what is taken off by hand',
  },
  {
    name: 'promotion-gives-what-the-till-says',
    mistake: 'the hub believes a till what a promotion gives',
    edits: [{ in: 'flagPromotions', find: 'sum > most +', replace: 'sum > 2 * most +' }],
    noticedBy: ['test/hub/pos/upload-discounts.test.ts'],
    test: 'are as much as the promotion gives',
  },
]
