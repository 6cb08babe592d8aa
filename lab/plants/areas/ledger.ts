import type { Plant } from '../plant.ts'

export const LEDGER: readonly Plant[] = [
  {
    name: 'moved-in-the-moment-of-the-count',
    mistake: "a movement of the count's own moment is lost",
    edits: [
      {
        in: 'fromParts',
        find: '(m.moment, m.seq) > (counted.moment, counted.seq)',
        replace: 'm.moment > counted.moment',
      },
    ],
    noticedBy: ['test/hub/documents/recalculation.test.ts'],
    test: 'what moved in its own moment',
  },
  {
    name: 'before-and-in-the-part',
    mistake: 'what moved in the first moment of a part counts before it and in it',
    edits: [{ in: 'fromParts', find: 'AND m.moment < part.start', replace: 'AND m.moment <= part.start' }],
    noticedBy: ['test/hub/documents/recalculation.test.ts'],
    test: 'counts what moved in its own moment once',
  },
  {
    name: 'mark-of-the-last',
    mistake: 'the mark of a product is where it was last changed, not where it was first',
    edits: [
      {
        in: 'hub/ledger:mark',
        find: 'least(mark.from_moment, excluded.from_moment)',
        replace: 'excluded.from_moment',
      },
      { in: 'findDeferred', find: 'Math.min(marks.get(productId) ?? Infinity, until)', replace: 'until' },
    ],
    noticedBy: ['test/hub/documents/recalculation.test.ts'],
    test: 'is pending once, from the earliest',
  },
  {
    name: 'batch-in-one-direction',
    mistake: 'of two sales of a batch the second counts as the later, whatever their clocks say',
    edits: [{ in: 'findBackDated', find: 'ends.set(place, Math.max(end ?? at, at))', replace: '' }],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'takes the sales of a batch in the order of their moments',
  },
  {
    name: 'shortage-of-the-others',
    mistake: 'a store that had less than nothing before refuses what does not make it worse',
    edits: [{ in: 'isWorse', find: 'row ? after < row.stored.after.quantity :', replace: 'row ||' }],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'that tills have taken below nothing',
  },
  {
    name: 'transfer-costs-what-comes-in',
    mistake: 'when costs change, the line of a transfer holds what its goods cost where they went',
    edits: [{ in: 'mirrorCosts', find: 'must(booked).quantity < 0', replace: 'must(booked).quantity > 0' }],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'follows a supply that was posted late',
  },
  {
    name: 'document-keeps-its-cost',
    mistake: 'when costs change, the sum of a document stays as it was posted',
    edits: [{ in: 'mirrorCosts', find: 'sum(cost_sum) FROM', replace: 'max(document.cost_sum) FROM' }],
    noticedBy: ['test/hub/documents/documents.test.ts'],
    test: 'follows a supply that was posted late',
  },
]
