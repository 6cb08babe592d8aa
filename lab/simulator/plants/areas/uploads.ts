import type { Plant } from '../plant.ts'

export const UPLOADS: readonly Plant[] = [
  {
    name: 'restore-not-noticed',
    about: 'ack',
    mistake: 'what was acknowledged is never offered again, although a restored hub has lost it',
    edits: [
      {
        in: 'LossWatch.find',
        find: 'custody.highest === last?.highest ? null : custody.highest',
        replace: 'null',
      },
      { in: 'LossWatch.find', find: 'custody.holes.filter((seq) => !named.has(seq))', replace: '[]' },
      {
        in: 'LossWatch.findWanted',
        find: 'wantedOf(directives).filter((chain) => !this.#wanted.has(chain))',
        replace: '[]',
      },
    ],
    emphasis: { 'restore hub': 6, 'back up hub': 3 },
    foundBy: 5,
    steps: 40,
    seenBy: ['entries of journals'],
  },
  {
    name: 'known-by-number',
    about: 'dedup',
    mistake: 'a sale whose receipt number is booked already counts as booked',
    edits: [
      {
        in: 'book',
        find: 'const found = await bookerOf(type)(tx, items, jobs)',
        replace: `const known = await tx.execute<{ number: string }>(sql\`SELECT receipt_number AS number FROM retail_sales\`)
const numbers = new Set(known.rows.map(({ number }) => number))
const isNew = ({ body }: { body: { receiptNumber?: string } }) => !numbers.has(body.receiptNumber ?? '')
const fresh = items.filter((item) => isNew(item as never))
const booked = await bookerOf(type)(tx, fresh, jobs)
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
        in: 'judge',
        find: 'awaitAll(save(tx, made), putOnWorkList(tx, open, made))',
        replace: 'putOnWorkList(tx, open, made)',
      },
      {
        in: 'postUploads',
        find: 'judge(tx, wanted, hub.jobs))',
        replace: `judge(tx, wanted, hub.jobs))
await hub.db.transact(organizationId, (tx) => save(tx, judged))`,
      },
      {
        in: 'postAlone',
        find: 'judge(tx, [id], hub.jobs, { isRetry }))',
        replace: `judge(tx, [id], hub.jobs, { isRetry }))
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
        in: 'OpenLedger.#append',
        find: 'Object.assign(balance, row.booked.after, {',
        replace: `const here = this.#posted.values().filter((each) => placeKey(each.movement) === placeKey(movement))
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
      { in: 'findWaiting', find: "eq(uploads.status, 'held')", replace: "eq(uploads.status, 'received')" },
      { in: 'toBePosted', find: "|| status === 'held'", replace: '' },
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
        in: 'insertMovements',
        find: 'rows.map(',
        replace: `rows.filter(({ documentId, movement }, i) => i === rows.findIndex((other) =>
  other.documentId === documentId && other.movement.productId === movement.productId)).map(`,
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
    edits: [{ in: 'createStubs', find: 'names.size ===', replace: 'names.size >=' }],
    emphasis: { 'edit product': 3 },
    foundBy: 1,
    steps: 100,
    seenBy: ['uploads'],
  },
  {
    name: 'revoked-keeps-its-sales',
    about: 'ack',
    mistake: 'a revoked device gets no token any more, and so cannot hand over what it has sold',
    edits: [
      {
        in: 'hub/features:deviceOf',
        find: 'secretHash: devices.secretHash',
        replace: 'secretHash: devices.secretHash, revokedAt: devices.revokedAt',
      },
      { in: 'grantDevice', find: '|| !device ||', replace: '|| !device || device.revokedAt ||' },
    ],
    emphasis: { revoke: 20 },
    foundBy: 7,
    steps: 25,
    seenBy: ['receipts shown', 'agents at rest'],
  },
  {
    name: 'repeated-upload-in-conflict',
    about: 'dedup',
    mistake: 'what is handed in again counts as another body under the same id',
    edits: [
      {
        in: 'keepItems',
        find: "hash !== item.hash ? 'conflict' : isFirst ? 'new' : 'duplicate'",
        replace: "hash !== item.hash || !isFirst ? 'conflict' : 'new'",
      },
    ],
    foundBy: 2,
    steps: 40,
    seenBy: ['conflicts of uploads'],
  },
]
