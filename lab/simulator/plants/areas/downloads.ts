import type { Plant } from '../plant.ts'

export const DOWNLOADS: readonly Plant[] = [
  {
    name: 'fingerprint-not-compared',
    about: 'cursor',
    mistake: 'a cursor of before a restore is continued when the hub has come as far again',
    edits: [
      {
        in: 'findResetReason',
        find: "cursor.seq === 0 || cursor.fingerprint === state.cursorFingerprint ? null : 'history'",
        replace: 'null',
      },
    ],
    emphasis: { 'restore hub': 6, 'back up hub': 3, 'edit product': 3, weather: 2 },
    foundBy: 4,
    steps: 100,
    seenBy: ['comparisons by agents'],
  },
  {
    name: 'end-taken-for-complete',
    about: 'cursor',
    mistake: 'what was received is not compared with what the footer says was sent',
    edits: [
      { in: 'readFooter', find: '|| received.total !==', replace: '&& received.total >' },
      {
        in: 'readFooter',
        find: 'if (footer.hash !== hash) throw',
        replace: 'if (footer.hash === undefined) throw',
      },
    ],
    emphasis: { 'edit product': 2 },
    foundBy: 3,
    steps: 60,
    seenBy: ['comparisons by agents'],
  },
  {
    name: 'deletions-not-applied',
    about: 'cursor',
    mistake: 'a product that is gone at head office stays at the till',
    edits: [{ in: 'lineWriter', find: 'return writers[line.t].delete(id)', replace: 'return' }],
    foundBy: 16,
    steps: 25,
    seenBy: ['comparisons by agents'],
  },
  {
    name: 'scope-not-compared',
    about: 'cursor',
    mistake: 'a retail point that was given another price type keeps the prices of the old one',
    edits: [
      {
        in: 'planChanges',
        find: 'await listProductsOfOtherPrice(tx, since.scope.priceTypeId, scope.priceTypeId)',
        replace: '[]',
      },
    ],
    emphasis: { 'edit point': 4 },
    foundBy: 1,
    steps: 120,
    seenBy: ['comparisons by agents'],
  },
  {
    name: 'number-at-the-first-change',
    about: 'counter',
    mistake:
      'a change gets its number when it is made, not when it is committed: a long transaction comes too late',
    edits: [
      {
        in: 'feed_mark',
        find: '%3$I, NULL::bigint FROM changed ORDER BY 3 ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL',
        replace: `%3$I,
  (SELECT coalesce(max(seq), 0) + 1 FROM feed_counters c WHERE c.organization_id = changed.%1$I)
FROM changed ORDER BY 3
ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = excluded.seq`,
      },
      {
        in: 'feed_bump',
        find: 'IF NOT EXISTS (SELECT 1 FROM feed WHERE organization_id = organization AND seq IS NULL) THEN RETURN; END IF;',
        replace: '',
      },
    ],
    emphasis: { 'begin long': 3 },
    foundBy: 1,
    steps: 40,
    seenBy: ['comparisons by agents'],
  },
  {
    name: 'one-commit-left-out',
    about: 'cursor',
    mistake: 'changes are sent from the commit after the next one on',
    edits: [{ in: 'listChanges', find: 'gt(feed.seq, since)', replace: 'gt(feed.seq, since + 1)' }],
    foundBy: 1,
    steps: 25,
    seenBy: ['comparisons by agents'],
  },
  {
    name: 'swapped-before-complete',
    about: 'swap',
    mistake: 'the file of the hub serves as it came: what has changed since it was made is not applied',
    edits: [
      {
        in: 'edge/sync:exchange',
        find: 'writer.apply(line)',
        replace: "if (options.check || options.waitSeconds > 0 || line.t === 'settings') writer.apply(line)",
      },
    ],
    emphasis: { 'restore hub': 6, 'back up hub': 3, 'harm replica': 2, 'edit product': 4 },
    foundBy: 1,
    steps: 40,
    seenBy: ['comparisons by agents'],
  },
  {
    name: 'stock-of-the-old-store',
    about: 'cursor',
    mistake: 'a till whose point was given another store goes on with the stock of the old one',
    edits: [
      {
        in: 'planChanges',
        find: '!== scope.stockStoreId',
        replace: '=== null && scope.stockStoreId !== null',
      },
    ],
    emphasis: { 'edit point': 30 },
    foundBy: 12,
    steps: 60,
    seenBy: ['comparisons by agents'],
  },
  {
    name: 'earlier-due-price-wins',
    about: 'cursor',
    mistake: 'of two prices that have begun to hold the earlier one wins',
    edits: [{ in: 'priceAt', find: 'next.findLast(', replace: 'next.find(' }],
    emphasis: { 'edit product': 6, 'long pass': 3 },
    foundBy: 1,
    steps: 60,
    seenBy: ['products at tills'],
  },
  {
    name: 'stock-below-nothing-not-told',
    about: 'stock',
    mistake: 'when the stock of a store is told for the first time, what is below nothing is left out',
    edits: [{ in: 'noteAll', find: 'quantity <> 0', replace: 'quantity > 0' }],
    emphasis: { 'edit point': 10 },
    foundBy: 1,
    steps: 60,
    seenBy: ['stock told'],
  },
  {
    name: 'receipts-of-the-old-store',
    about: 'cursor',
    mistake: 'a till whose point was given another store goes on with the receipts of the old one',
    edits: [
      {
        in: 'planChanges',
        find: 'else if (since.scope.storeId !== scope.storeId) ',
        replace: 'else if (since.scope.storeId === scope.retailPointId) ',
      },
    ],
    emphasis: { 'edit point': 20, sell: 2 },
    foundBy: 1,
    steps: 80,
    seenBy: ['comparisons by agents'],
  },
  {
    name: 'returns-not-told',
    about: 'receipts',
    mistake: 'tills are told what their store has sold and not what has come back',
    edits: [
      {
        in: 'listSales',
        find: '${retailSales.originalSaleId} IS NOT NULL',
        replace: '${retailSales.originalSaleId} IS NULL',
      },
    ],
    emphasis: { sell: 2, return: 4 },
    foundBy: 1,
    steps: 60,
    seenBy: ['receipts told'],
  },
  {
    name: 'customers-neither-sent-nor-compared',
    about: 'cursor',
    mistake: 'changes of customers are not sent, and the comparison passes over customers',
    edits: [
      {
        in: 'listChanges',
        find: "hasCustomers ? undefined : ne(feed.kind, 'customer')",
        replace: "ne(feed.kind, 'customer')",
      },
      {
        in: 'DigestSum.add',
        find: 'const bucket = bucketOf(id)',
        replace: "if (kind === 'customer') return\nconst bucket = bucketOf(id)",
      },
    ],
    emphasis: { 'edit customer': 8 },
    foundBy: 1,
    steps: 60,
    seenBy: ['records at tills'],
  },
  {
    name: 'promotions-neither-sent-nor-compared',
    about: 'cursor',
    mistake: 'changes of promotions are not sent, and the comparison passes over promotions',
    edits: [
      {
        in: 'listChanges',
        find: "hasCustomers ? undefined : ne(feed.kind, 'customer')",
        replace: "ne(feed.kind, 'promotion')",
      },
      {
        in: 'DigestSum.add',
        find: 'const bucket = bucketOf(id)',
        replace: "if (kind === 'promotion') return\nconst bucket = bucketOf(id)",
      },
    ],
    emphasis: { 'edit promotion': 8 },
    foundBy: 1,
    steps: 60,
    seenBy: ['records at tills'],
  },
]
