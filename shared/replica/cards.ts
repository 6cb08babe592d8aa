import { cardKeyOf } from '#shared/contracts/loyalty/cards.ts'
import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaCard } from '#shared/sync/download.ts'
import type { Db } from './db.ts'
import type { KindWriter } from './kind-writer.ts'

/** Returns the search columns of a card. */
export const cardColumns = ({ cardNumber, customerName, phoneNumber, customerId }: ReplicaCard) => ({
  key: cardKeyOf(cardNumber),
  words: [folded(customerName ?? ''), ...phoneEndings(phoneNumber ?? '')].filter(Boolean).join(' '),
  customerId,
})

/** Replaces ё with е, since Russian texts use both. */
const folded = (text: string): string => text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')

/**
 * Returns the spellings by which a phone number can be searched: complete, without the country code, with a
 * leading 8, and its last 7 or 4 digits.
 */
function phoneEndings(phoneNumber: string): string[] {
  const digits = phoneNumber.replace(/\D/g, '')
  const national = digits.slice(-10)
  const forms = [digits, national, `8${national}`, digits.slice(-7), digits.slice(-4)]
  return digits === '' ? [] : [...new Set(forms)]
}

/** Writer of cards, with search columns and the received card in `body`. */
export class CardsWriter implements KindWriter<'card'> {
  readonly #put
  readonly #delete
  readonly #empty

  constructor(db: Db) {
    // A sale changes only the body, so the word index is not updated.
    this.#put = db.prepare<[string, string, string, string | null, string]>(
      `INSERT INTO cards (id, key, words, customer_id, body) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         key = excluded.key, words = excluded.words, customer_id = excluded.customer_id, body = excluded.body`,
    )
    this.#delete = db.prepare<[string]>('DELETE FROM cards WHERE id = ?')
    this.#empty = db.prepare<[Bucket]>('DELETE FROM cards WHERE substr(id, -2) = ?')
  }

  put(id: string, card: ReplicaCard): void {
    const { key, words, customerId } = cardColumns(card)
    this.#put.run(id, key, words, customerId, JSON.stringify(card))
  }

  delete(id: string): void {
    this.#delete.run(id)
  }

  empty(bucket: Bucket): void {
    this.#empty.run(bucket)
  }
}
