import type { TillShift } from '#shared/contracts/till/shift.ts'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { checkReport } from '../oracle/reports.ts'
import type { Action } from '../schedule/actions.ts'
import { differingTotals, type Movement, type ShownShift, totalsOf } from './shifts-shown.ts'
import type { Till, TillAnswer } from './till.ts'
import type { World } from './world.ts'

/** A cashier's request without a response. It may have been executed. */
type Unanswered = { action: 'open' | 'close' } | { action: 'move'; movement: Movement }

/** The shift of a till, as its cashiers know it from the till's responses. */
export class KnownShift {
  readonly #world: World
  readonly #till: Till
  /** The open shift. Null when there is none, undefined when the till must be asked. */
  #open: ShownShift | null | undefined
  #unanswered: Unanswered | null = null

  constructor(world: World, till: Till) {
    this.#world = world
    this.#till = till
  }

  /** The open shift, or null when there is none or it is unknown. */
  get open(): ShownShift | null {
    return this.#open ?? null
  }

  get isUncertain(): boolean {
    return this.#open === undefined || this.#unanswered !== null
  }

  /** Forgets the shift after the disk has been replaced. */
  forget(): void {
    this.#open = undefined
    this.#unanswered = null
  }

  addReceipt(receipt: Receipt): void {
    this.#open?.receipts.push(receipt)
  }

  /** Requests the shift from the till. */
  async look(): Promise<TillAnswer | null> {
    const answer = await this.#till.send('GET', '/shift')
    if (answer?.status !== 200) return answer
    const shift = answer.body.shift as TillShift | null
    const known = this.#open
    const unanswered = this.#unanswered
    this.#unanswered = null
    this.#open = shift && this.#take(shift, unanswered)
    if (!known || known === this.#open || known.isTorn) return answer
    if (unanswered?.action === 'close' && shift === null) known.closed = 'unseen'
    else this.#world.unexpected(`shift ${known.opened.number} of ${this.#till.name} is gone from its till`)
    return answer
  }

  async begin(action: Action, openingCash: number): Promise<TillAnswer | null> {
    const answer = await action.send(this.#till, 'POST', '/shift/open', { openingCash })
    if (answer === null) this.#unanswered = { action: 'open' }
    if (answer?.status === 201) this.#open = this.#take(answer.body, { action: 'open' })
    return answer
  }

  async move(action: Action, movement: Movement): Promise<TillAnswer | null> {
    const answer = await action.send(this.#till, 'POST', '/shift/cash', {
      ...movement,
      reason: 'Float',
      beyondDrawer: true,
    })
    if (answer === null) this.#unanswered = { action: 'move', movement }
    if (answer?.status === 201 && this.#open) {
      this.#open.movements.push(movement)
      this.#check(this.#open, answer.body)
    }
    return answer
  }

  async close(action: Action, countedCash: number | null): Promise<TillAnswer | null> {
    const counted = countedCash === null ? {} : { countedCash, differenceReason: 'Counted by the schedule' }
    const answer = await action.send(this.#till, 'POST', '/shift/close', counted)
    if (answer === null) this.#unanswered = { action: 'close' }
    if (answer?.status === 200 && this.#open) {
      this.#check(this.#open, answer.body)
      this.#open.closed = answer.body as TillShift
      this.#open = null
    }
    return answer
  }

  /** Requests the X report of an open shift, or the Z report of a closed one. */
  async report(action: Action, shift: ShownShift): Promise<TillAnswer | null> {
    const path = shift.closed === null ? '/shift/report' : `/shifts/${shift.opened.number}/report`
    const answer = await action.send(this.#till, 'GET', path)
    if (answer?.status === 200 && !shift.isTorn) checkReport(this.#world, shift, answer.body)
    return answer
  }

  /** Records a shift shown by the till, whether for the first time or again. */
  #take(shift: TillShift, unanswered: Unanswered | null): ShownShift {
    const { shifts } = this.#world.ledger
    const known = shifts.get(shift.id)
    if (!known) return this.#add(shift, unanswered?.action === 'open')
    if (known.closed !== null && !known.isTorn) {
      known.isTorn = true
      if (!this.#isDiskDoubtful) this.#world.unexpected(`${this.#nameOf(known)} is open again`)
    }
    if (unanswered?.action === 'move') {
      const { movement } = unanswered
      const isDone =
        this.#differing({ ...known, movements: [...known.movements, movement] }, shift).length === 0
      if (isDone) known.movements.push(movement)
    }
    this.#check(known, shift)
    return known
  }

  #add(opened: TillShift, isRequested: boolean): ShownShift {
    const isTorn = !isRequested && this.#isDiskDoubtful
    const shown: ShownShift = {
      till: this.#till,
      machine: this.#till.machine,
      opened,
      isTorn,
      receipts: [],
      movements: [],
      closed: null,
    }
    this.#world.ledger.shifts.set(opened.id, shown)
    if (!isRequested && !isTorn) this.#world.unexpected(`${this.#nameOf(shown)} was opened by nobody`)
    this.#check(shown, opened)
    return shown
  }

  get #isDiskDoubtful(): boolean {
    const { copied, harmed } = this.#world.ledger
    return copied.has(this.#till.machine) || harmed.has(this.#till.machine)
  }

  /** Checks that the shift shown by the till matches the actions of its cashiers. */
  #check(known: ShownShift, shift: TillShift): void {
    if (known.isTorn) return
    const differing = this.#differing(known, shift)
    if (differing.length > 0) this.#world.unexpected(`${this.#nameOf(known)} shows ${differing.join(', ')}`)
  }

  #differing({ opened, receipts, movements }: ShownShift, { totals }: TillShift): string[] {
    return differingTotals(totalsOf(opened.openingCash, receipts, movements), totals ?? {})
  }

  #nameOf({ opened }: ShownShift): string {
    return `shift ${opened.number} of ${this.#till.name}`
  }
}
