import { cardKeyOf } from '#shared/contracts/loyalty/cards.ts'
import { ReplicaCard, ReplicaProgram } from '#shared/sync/download.ts'
import type { Db } from '../sqlite/open.ts'
import { readRecord, refuseNul } from './damaged-record.ts'

interface Row {
  id: string
  body: string
  /** Program of the card as JSON, or null until the replica has it. */
  program: string | null
}

/** A loyalty card as head office sent it, with its program. */
export interface HeldCard extends ReplicaCard {
  id: string
  program: ReplicaProgram | null
}

const HELD = `
  SELECT c.id, c.body, p.body AS program FROM cards c
  LEFT JOIN programs p ON p.id = json_extract(c.body, '$.programId')`

export class CardsReader {
  readonly #byId
  readonly #byKey
  readonly #search

  constructor(db: Db) {
    this.#byId = db.prepare<[string], Row>(`${HELD} WHERE c.id = ?`)
    this.#byKey = db.prepare<[string], Row>(`${HELD} WHERE c.key = ?`)
    this.#search = db.prepare<[string, number], Row>(
      `${HELD} WHERE c.row_id IN (SELECT rowid FROM card_search WHERE card_search MATCH ? LIMIT ?)`,
    )
  }

  find(id: string): HeldCard | null {
    return read(this.#byId.get(id.toLowerCase()))
  }

  /** Finds a card by number, ignoring letter case and spaces. Returns null for an unknown number. */
  findByNumber(cardNumber: string): HeldCard | null {
    return read(this.#byKey.get(cardKeyOf(cardNumber)))
  }

  /** Finds cards by number, name or phone. Each typed word must be the beginning of a word of the card. */
  search(typed: string, limit: number): HeldCard[] {
    const exact = this.findByNumber(typed)
    const query = searchQuery(phoneTyped(typed) ?? typed)
    const found = query ? this.#search.all(query, limit).flatMap((row) => read(row) ?? []) : []
    return [...(exact ? [exact] : []), ...found.filter(({ id }) => id !== exact?.id)].slice(0, limit)
  }
}

/**
 * Builds a query in which every typed word must begin a word of the card. Words are quoted, so that no input
 * is parsed as an operator. Returns null when there are no words.
 */
function searchQuery(typed: string): string | null {
  const words = typed
    .normalize('NFC')
    .replaceAll('ё', 'е')
    .replaceAll('Ё', 'Е')
    .match(/[\p{L}\p{N}]+/gu)
  return words ? words.map((word) => `"${word}"*`).join(' ') : null
}

/** Returns the digits of a typed phone number, or null when the text is not a phone number. */
const phoneTyped = (typed: string): string | null =>
  /^[\d\s()+.-]+$/.test(typed) ? typed.replace(/\D/g, '') : null

function read(row: Row | undefined): HeldCard | null {
  if (!row) return null
  const { id, body, program } = refuseNul(row)
  return readRecord(() => ({
    id,
    ...ReplicaCard.parse(JSON.parse(body)),
    program: program === null ? null : ReplicaProgram.parse(JSON.parse(program)),
  }))
}
