import type { Plant } from '../plant.ts'

export const TILLS: readonly Plant[] = [
  {
    name: 'shift-never-demanded',
    about: 'shifts',
    mistake: 'a till sells outside of a shift, whatever its retail point demands',
    edits: [{ in: 'needsShift', find: '?? terms.requireShift', replace: '&& terms.requireShift && false' }],
    emphasis: { sell: 4 },
    foundBy: 1,
    steps: 100,
    seenBy: ['sales without a shift'],
  },
  {
    name: 'taken-over-with-an-empty-cart',
    about: 'shifts',
    mistake: 'a till that another window takes over begins with an empty cart',
    edits: [
      {
        in: 'edge/features/tills:becomeTill',
        find: 'const made = newToken()',
        replace:
          'const left = tx.carts.findOpen(tillId)\n  if (left) tx.carts.saveOpen(tillId, { ...left, lines: [] })\n  const made = newToken()',
      },
    ],
    emphasis: { 'take over': 20, 'add line': 2 },
    foundBy: 1,
    steps: 60,
    seenBy: ['tills taken over'],
  },
  {
    name: 'shift-sums-all-tills',
    about: 'shifts',
    mistake: "a shift's totals count the sales of the shop's other tills",
    edits: [
      {
        in: 'OF_SHIFT',
        find: "e.body ->> 'shiftId' = :id",
        replace: "(e.body ->> 'shiftId' = :id OR true)",
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
        in: 'ShiftsReader.constructor',
        find: 'max(number) FROM shifts WHERE till_id = ?',
        replace: 'max(number) FROM shifts WHERE till_id = ? OR true',
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
    edits: [{ in: 'sumShift', find: "} AND status = 'Posted'", replace: "} OR status = 'Posted'" }],
    emphasis: { shift: 3 },
    foundBy: 1,
    steps: 60,
    seenBy: ['shifts shown', 'shifts at head office'],
  },
  {
    name: 'shift-kept-in-memory',
    about: 'shifts',
    mistake: 'a till remembers the shift of its first sale: what is sold later is handed in with it',
    edits: [
      {
        in: 'completeSale',
        find: 'const shift = tx.shifts.findOpen(actor.tillId)',
        replace: `const kept = tx.shifts as unknown as Record<string, ReturnType<typeof tx.shifts.findOpen>>
kept[actor.tillId] ??= tx.shifts.findOpen(actor.tillId)
const shift = kept[actor.tillId]`,
      },
    ],
    emphasis: { shift: 6 },
    foundBy: 1,
    steps: 60,
    seenBy: ['sales in shifts'],
  },
  {
    name: 'settings-read-once',
    about: 'reading',
    mistake: 'an agent goes on with the settings that it had when it opened its catalog',
    edits: [
      {
        in: 'SettingsReader.find',
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
        in: 'ProductsReader.constructor',
        find: "UNION ${withBarcode('pack_barcodes')}) AND p.is_offered = 1 ORDER BY p.name",
        replace: "UNION ${withBarcode('pack_barcodes')}) AND p.is_offered = 1 ORDER BY p.name LIMIT 1",
      },
    ],
    emphasis: { 'create product': 30 },
    foundBy: 1,
    steps: 60,
    seenBy: ['lookups at tills'],
  },
]
