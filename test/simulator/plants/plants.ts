import type { Planted } from '../../plants/planting.ts'
import type { Check } from '../oracle/sight.ts'

/** A realistic mistake that the simulator must find. */
export interface Plant extends Planted {
  about:
    | 'cursor'
    | 'outbox'
    | 'ack'
    | 'dedup'
    | 'numbering'
    | 'swap'
    | 'counter'
    | 'clock'
    | 'posting'
    | 'shifts'
    | 'stock'
    | 'reading'
  mistake: string
  /** Steps that come so many times as often, where the mistake shows only then. */
  emphasis?: Record<string, number>
  /** The first seed that found it when it was last looked for, and how many of its steps that took. */
  foundBy: number
  steps: number
  /** These must see it; each check of the oracle is one of a plant. Without: the schedule itself does. */
  seenBy: readonly Check[]
}

export const PLANTS: readonly Plant[] = [
  {
    name: 'journal-not-synced',
    about: 'outbox',
    mistake:
      'a power cut may undo a sale whose receipt was handed over: the journal syncs as SQLite does by itself',
    edits: [
      {
        file: 'edge/journal/journal.ts',
        find: `this.#writing = openDatabase(path, { synchronous: 'FULL' })`,
        replace: `this.#writing = openDatabase(path, { synchronous: 'NORMAL' })`,
      },
    ],
    foundBy: 2,
    steps: 80,
    seenBy: ['receipts shown'],
  },
  {
    name: 'restore-not-noticed',
    about: 'ack',
    mistake: 'what was acknowledged is never offered again, although a restored hub has lost it',
    edits: [
      {
        file: 'edge/sync/upload/custody.ts',
        find: 'above: custody.highest === last?.highest ? null : custody.highest,',
        replace: 'above: null,',
      },
      {
        file: 'edge/sync/upload/custody.ts',
        find: 'seqs: custody.holes.filter((seq) => !named.has(seq)),',
        replace: 'seqs: custody.holes.filter((seq) => named.has(seq) && !named.has(seq)),',
      },
      {
        file: 'edge/sync/upload/custody.ts',
        find: 'return wantedOf(directives).filter((chain) => !this.#wanted.has(chain))',
        replace: 'return []',
      },
    ],
    emphasis: { 'restore hub': 6, 'back up hub': 3 },
    foundBy: 5,
    steps: 40,
    seenBy: ['entries of journals'],
  },
  {
    name: 'number-kept-in-memory',
    about: 'numbering',
    mistake:
      'the next receipt number is counted in memory, and goes on counting when the sale is rolled back',
    edits: [
      {
        file: 'edge/journal/chains.ts',
        find: `const number = receiptNumber(series, must(this.#takeNumber.get(), 'chain of the journal'))`,
        replace: `const kept = this as unknown as Record<string, number>
      kept[series] = Math.max(must(this.#takeNumber.get()), (kept[series] ?? 0) + 1)
      const number = receiptNumber(series, kept[series])`,
      },
    ],
    emphasis: { 'disk trouble': 4 },
    foundBy: 1,
    steps: 80,
    seenBy: ['series of receipts'],
  },
  {
    name: 'old-series-goes-on',
    about: 'numbering',
    mistake: 'a journal that was put together again goes on in the old series, from number 1',
    edits: [
      {
        file: 'edge/journal/recovery/recover.ts',
        find: 'series: randomSeries(device.series)',
        replace: 'series: device.series',
      },
    ],
    emphasis: { 'harm journal': 8 },
    foundBy: 5,
    steps: 40,
    seenBy: ['receipt numbers'],
  },
  {
    name: 'fork-not-noticed',
    about: 'numbering',
    mistake: 'two agents that go on with one chain are let go on with it, and nobody is told',
    edits: [
      {
        file: 'hub/features/pos/upload/custody.ts',
        find: 'if (forks.length === 0) continue',
        replace: 'if (forks.length >= 0) continue',
      },
      {
        file: 'hub/features/pos/upload/contact.ts',
        find: "const isClone = bootId !== '' && known.bootIds.indexOf(bootId) > 0",
        replace: 'const isClone = false',
      },
    ],
    emphasis: { 'clone disk': 20, 'save disk': 5, 'set disk back': 8 },
    foundBy: 7,
    steps: 40,
    seenBy: ['receipt numbers'],
  },
  {
    name: 'known-by-number',
    about: 'dedup',
    mistake: 'a sale whose receipt number is booked already counts as booked',
    edits: [
      {
        file: 'hub/features/pos/upload/judge.ts',
        find: 'const found = await bookerOf(type)(tx, items)',
        replace: `const known = await tx.execute<{ number: string }>(sql\`SELECT receipt_number AS number FROM retail_sales\`)
    const numbers = new Set(known.rows.map(({ number }) => number))
    const isNew = ({ body }: { body: { receiptNumber?: string } }) => !numbers.has(body.receiptNumber ?? '')
    const fresh = items.filter((item) => isNew(item as never))
    const booked = await bookerOf(type)(tx, fresh)
    const found = items.map((item) => booked[fresh.indexOf(item)] ?? [])`,
      },
    ],
    emphasis: { 'clone disk': 20, 'save disk': 5, 'set disk back': 8 },
    foundBy: 7,
    steps: 40,
    seenBy: ['receipts booked', 'bookings'],
  },
  {
    name: 'marked-posted-afterwards',
    about: 'posting',
    mistake: 'that an upload is posted is written down in a transaction after the one that books it',
    edits: [
      {
        file: 'hub/features/pos/upload/judge.ts',
        find: 'together(save(tx, made), putOnWorkList(tx, open, made))',
        replace: 'putOnWorkList(tx, open, made)',
      },
      {
        file: 'hub/features/pos/upload/post-upload.ts',
        find: 'const judged = await hub.db.transact(organizationId, (tx) => judge(tx, wanted))',
        replace: `const judged = await hub.db.transact(organizationId, (tx) => judge(tx, wanted))
      await hub.db.transact(organizationId, (tx) => save(tx, judged))`,
      },
      {
        file: 'hub/features/pos/upload/post-upload.ts',
        find: 'const judged = await hub.db.transact(organizationId, (tx) => judge(tx, [id], { isRetry }))',
        replace: `const judged = await hub.db.transact(organizationId, (tx) => judge(tx, [id], { isRetry }))
      await hub.db.transact(organizationId, (tx) => save(tx, judged))`,
      },
    ],
    emphasis: { 'plan hub death': 8 },
    foundBy: 8,
    steps: 120,
    seenBy: ['bookings', 'uploads'],
  },
  {
    name: 'balance-read-once',
    about: 'posting',
    mistake: 'sales that are posted together all start from the balance that was read first',
    edits: [
      {
        file: 'hub/ledger/open-ledger.ts',
        find: '    Object.assign(balance, row.booked.after, {',
        replace: `    const here = this.#posted.values().filter((each) => placeKey(each.movement) === placeKey(movement))
    if ([...here].length > 1) return
    Object.assign(balance, row.booked.after, {`,
      },
    ],
    foundBy: 2,
    steps: 80,
    seenBy: ['movements of the ledger'],
  },
  {
    name: 'held-for-ever',
    about: 'posting',
    mistake: 'the sweep looks for what was received and forgets what was held',
    edits: [
      {
        file: 'hub/features/pos/upload/posting-sweep.ts',
        find: `eq(uploads.status, 'held'),`,
        replace: `eq(uploads.status, 'received'),`,
      },
      {
        file: 'hub/features/pos/upload/receive-upload.ts',
        find: `(status === 'received' || status === 'held') ? [item.id] : []`,
        replace: `status === 'received' ? [item.id] : []`,
      },
    ],
    emphasis: { archive: 5 },
    foundBy: 8,
    steps: 25,
    seenBy: ['uploads'],
  },
  {
    name: 'repeated-product-moves-once',
    about: 'posting',
    mistake: 'of two lines with one product only the first is written into the ledger',
    edits: [
      {
        file: 'hub/ledger/stored-movements.ts',
        find: `export async function insertMovements(tx: Tx, rows: readonly NewRow[]): Promise<void> {
  await insertRows(
    tx,
    stockMovements,
    rows.map(`,
        replace: `export async function insertMovements(tx: Tx, rows: readonly NewRow[]): Promise<void> {
  const seen = new Set<string>()
  const once = rows.filter(({ documentId, movement }) => {
    const key = documentId + movement.productId
    return !seen.has(key) && seen.add(key)
  })
  await insertRows(
    tx,
    stockMovements,
    once.map(`,
      },
    ],
    emphasis: { 'add line': 3, pay: 2 },
    foundBy: 2,
    steps: 120,
    seenBy: ['movements of the ledger'],
  },
  {
    name: 'no-stand-in-for-deleted',
    about: 'posting',
    mistake: 'a sale of a product that head office has deleted meanwhile cannot be booked',
    edits: [
      {
        file: 'hub/features/sales/retail/uploaded/create-stubs.ts',
        find: 'if (names.size === 0) return new Set()',
        replace: 'if (names.size >= 0) return new Set()',
      },
    ],
    emphasis: { 'edit product': 3 },
    foundBy: 1,
    steps: 100,
    seenBy: ['uploads'],
  },
  {
    name: 'fingerprint-not-compared',
    about: 'cursor',
    mistake: 'a cursor of before a restore is continued when the hub has come as far again',
    edits: [
      {
        file: 'hub/features/pos/download/feed-queries.ts',
        find: "return cursor.seq === 0 || cursor.fingerprint === state.cursorFingerprint ? null : 'history'",
        replace: 'return null',
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
      {
        file: 'edge/sync/download/download-exchange.ts',
        find: 'if (differing !== undefined || received.total !== header.total) {',
        replace: 'if (differing !== undefined && received.total > header.total) {',
      },
      {
        file: 'edge/sync/download/download-exchange.ts',
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
    edits: [
      {
        file: 'shared/replica/writer.ts',
        find: `if (line.op === 'del') return writers[line.t].delete(id)`,
        replace: `if (line.op === 'del') return`,
      },
    ],
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
        file: 'hub/features/pos/download/plan-changes.ts',
        find: "changes.add('product', await listProductsOfOtherPrice(tx, since.scope.priceTypeId, scope.priceTypeId))",
        replace: "changes.add('product', [])",
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
        file: 'hub/db/sql/feed.sql',
        find: `SELECT DISTINCT %1$I, %2$L, %3$I, NULL::bigint FROM changed ORDER BY 3
     ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = NULL WHERE feed.seq IS NOT NULL',`,
        replace: `SELECT DISTINCT %1$I, %2$L, %3$I,
       (SELECT coalesce(max(seq), 0) + 1 FROM feed_counters c WHERE c.organization_id = changed.%1$I)
     FROM changed ORDER BY 3
     ON CONFLICT (organization_id, kind, entity_id) DO UPDATE SET seq = excluded.seq',`,
      },
      {
        file: 'hub/db/sql/feed.sql',
        find: `  IF NOT EXISTS (SELECT 1 FROM feed WHERE organization_id = organization AND seq IS NULL) THEN
    RETURN;
  END IF;
`,
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
    edits: [
      {
        file: 'hub/features/pos/download/feed-queries.ts',
        find: 'gt(feed.seq, since),',
        replace: 'gt(feed.seq, since + 1),',
      },
    ],
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
        file: 'edge/sync/download/replica-exchange.ts',
        find: '        writer.apply(line)\n        received++',
        replace:
          "        if (options.check || options.waitSeconds > 0 || line.t === 'settings') writer.apply(line)\n        received++",
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
        file: 'hub/features/pos/download/plan-changes.ts',
        find: 'if (since.scope.stockStoreId !== scope.stockStoreId) {',
        replace: 'if (since.scope.stockStoreId === null && scope.stockStoreId !== null) {',
      },
    ],
    emphasis: { 'edit point': 30 },
    foundBy: 12,
    steps: 60,
    seenBy: ['comparisons by agents'],
  },
  {
    name: 'last-by-the-clock',
    about: 'clock',
    mistake: 'the entry that a new one follows is the one with the latest time',
    edits: [
      {
        file: 'edge/journal/entries.ts',
        find: 'ORDER BY e.chain_seq DESC LIMIT 1`,',
        replace: 'ORDER BY e.recorded_at DESC LIMIT 1`,',
      },
    ],
    emphasis: { clock: 4 },
    foundBy: 1,
    steps: 25,
    seenBy: [],
  },
  {
    name: 'revoked-keeps-its-sales',
    about: 'ack',
    mistake: 'a revoked device gets no token any more, and so cannot hand over what it has sold',
    edits: [
      {
        file: 'hub/features/account/token/grants.ts',
        find: '{ id: devices.id, secretHash: devices.secretHash }',
        replace: '{ id: devices.id, secretHash: devices.secretHash, revokedAt: devices.revokedAt }',
      },
      {
        file: 'hub/features/account/token/grants.ts',
        find: '|| !device || !timingSafeEqual(',
        replace: '|| !device || device.revokedAt || !timingSafeEqual(',
      },
    ],
    emphasis: { revoke: 20 },
    foundBy: 7,
    steps: 25,
    seenBy: ['receipts shown', 'agents at rest'],
  },
  {
    name: 'shift-sums-all-tills',
    about: 'shifts',
    mistake: "a shift's totals count the sales of the shop's other tills",
    edits: [
      {
        file: 'edge/journal/shifts.ts',
        find: `AND body ->> 'shiftId' = ? ORDER BY seq`,
        replace: `AND (body ->> 'shiftId' = ? OR true) ORDER BY seq`,
      },
    ],
    emphasis: { shift: 3 },
    foundBy: 1,
    steps: 60,
    seenBy: ['shifts in journals'],
  },
  {
    name: 'shift-numbered-over-all-tills',
    about: 'shifts',
    mistake: 'the number of a shift counts over all tills of the shop',
    edits: [
      {
        file: 'edge/journal/shifts.ts',
        find: `'SELECT max(number) FROM shifts WHERE till_id = ?'`,
        replace: `'SELECT max(number) FROM shifts WHERE till_id = ? OR true'`,
      },
    ],
    emphasis: { shift: 3 },
    foundBy: 1,
    steps: 60,
    seenBy: ['numbers of shifts'],
  },
  {
    name: 'head-office-adds-other-shifts',
    about: 'shifts',
    mistake: 'head office counts the sales of all shifts of the organization in each',
    edits: [
      {
        file: 'hub/features/sales/shifts/queries.ts',
        find: "} AND status = 'Posted'",
        replace: "} OR status = 'Posted'",
      },
    ],
    emphasis: { shift: 3 },
    foundBy: 1,
    steps: 60,
    seenBy: ['shifts shown', 'shifts at head office'],
  },
  {
    name: 'earlier-due-price-wins',
    about: 'cursor',
    mistake: 'of two prices that have begun to hold the earlier one wins',
    edits: [
      {
        file: 'shared/catalog/price-at.ts',
        find: 'next.findLast(',
        replace: 'next.find(',
      },
    ],
    emphasis: { 'edit product': 6, 'long pass': 3 },
    foundBy: 1,
    steps: 60,
    seenBy: ['products at tills'],
  },
  {
    name: 'shift-kept-in-memory',
    about: 'shifts',
    mistake: 'a till remembers the shift of its first sale: what is sold later is handed in with it',
    edits: [
      {
        file: 'edge/features/cart/pay-cart.ts',
        find: 'const shiftId = tx.shifts.findOpen(actor.tillId)?.id ?? null',
        replace: `const kept = tx.shifts as unknown as Record<string, string | undefined>
  kept[actor.tillId] ??= tx.shifts.findOpen(actor.tillId)?.id
  const shiftId = kept[actor.tillId] ?? null`,
      },
    ],
    emphasis: { shift: 6 },
    foundBy: 1,
    steps: 60,
    seenBy: ['sales in shifts'],
  },
  {
    name: 'repeated-upload-in-conflict',
    about: 'dedup',
    mistake: 'what is handed in again counts as another body under the same id',
    edits: [
      {
        file: 'hub/features/pos/upload/custody.ts',
        find: `outcome: hash !== item.hash ? 'conflict' : isFirst ? 'new' : 'duplicate'`,
        replace: `outcome: hash !== item.hash || !isFirst ? 'conflict' : 'new'`,
      },
    ],
    foundBy: 2,
    steps: 40,
    seenBy: ['conflicts of uploads'],
  },
  {
    name: 'stock-below-nothing-not-told',
    about: 'stock',
    mistake: 'when the stock of a store is told for the first time, what is below nothing is left out',
    edits: [
      {
        file: 'hub/features/pos/stock/publish-stock.ts',
        find: 'FROM stock_balances WHERE ${place} AND quantity <> 0`)',
        replace: 'FROM stock_balances WHERE ${place} AND quantity > 0`)',
      },
    ],
    emphasis: { 'edit point': 10 },
    foundBy: 1,
    steps: 60,
    seenBy: ['stock told'],
  },
  {
    name: 'settings-read-once',
    about: 'reading',
    mistake: 'an agent goes on with the settings that it had when it opened its catalog',
    edits: [
      {
        file: 'edge/replica/settings.ts',
        find: 'const body = this.#get.get()',
        replace: `const kept = this as { body?: string | undefined }
    const body = (kept.body ??= this.#get.get())`,
      },
    ],
    emphasis: { 'edit point': 20, weather: 3 },
    foundBy: 2,
    steps: 60,
    seenBy: ['settings at tills'],
  },
  {
    name: 'one-product-per-barcode',
    about: 'reading',
    mistake: 'of several products with one barcode the till finds the first',
    edits: [
      {
        file: 'edge/replica/products.ts',
        find: `(SELECT product_row_id FROM barcodes WHERE barcode = ?) AND p.is_offered = 1
       ORDER BY p.name`,
        replace: `(SELECT product_row_id FROM barcodes WHERE barcode = ?) AND p.is_offered = 1
       ORDER BY p.name LIMIT 1`,
      },
    ],
    emphasis: { 'create product': 30 },
    foundBy: 1,
    steps: 60,
    seenBy: ['lookups at tills'],
  },
]
