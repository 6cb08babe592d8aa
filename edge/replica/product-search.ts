import { closestWords } from '#shared/search/closest-words.ts'
import { inOtherLayout } from '#shared/search/keyboard-layout.ts'
import { inRankOrder } from '#shared/search/product-ranks.ts'
import { wordsOf } from '#shared/search/words.ts'
import type { Db } from '../sqlite/open.ts'

/**
 * Maximum number of matches. With more, the user can type more letters. Frequently sold products and whole
 * codes are searched among all matches.
 */
const MOST_MATCHES = 5_000
/** Maximum number of matches that are sorted by name. */
const SORTED_MATCHES = 500
/** Maximum number of candidates compared with a mistyped or partial word. */
const MOST_CANDIDATES = 200
const MOST_WORDS_AROUND = 20
const MOST_MEANINGS = 6
/** Minimum number of digits for a search in the middle or at the end of a barcode. */
const LEAST_OF_A_BARCODE = 4
const LAST_CHARACTER = '\u{10ffff}'

export interface Matches {
  /** Row ids, the most likely first. */
  rowIds: number[]
  total: number
}

/**
 * Product search by typed text. The steps run in this order until one finds something, so that guesses never
 * hide exact matches: every word begins a word of the product; the same in the other keyboard layout; a part
 * of a barcode; parts of words; mistyped words, replaced by the closest words of the catalog.
 */
export class ProductSearch {
  readonly #match
  readonly #count
  readonly #coded
  readonly #rowIdsOf
  readonly #byName
  readonly #byPartOfBarcode
  readonly #wordsLike
  readonly #wordsWithAll
  readonly #wordsBeginning

  constructor(db: Db) {
    const texts = <Value>(sql: string) => db.prepare<unknown[], Value>(sql).pluck()
    this.#match = texts<number>(
      `SELECT rowid FROM product_search WHERE product_search MATCH ? LIMIT ${MOST_MATCHES}`,
    )
    this.#count = texts<number>('SELECT count(*) FROM product_search WHERE product_search MATCH ?')
    this.#coded = texts<number>(
      `SELECT row_id FROM products WHERE code = $typed UNION SELECT row_id FROM products WHERE article = $typed
       UNION SELECT product_row_id FROM barcodes WHERE barcode = $typed COLLATE NOCASE`,
    )
    this.#rowIdsOf = texts<number>(
      'SELECT p.row_id FROM json_each(?) AS j JOIN products p ON p.id = j.value ORDER BY j.key',
    )
    this.#byName = db.prepare<unknown[], { rowId: number; begins: 0 | 1 }>(
      `SELECT p.row_id AS rowId, lower(substr(p.name, 1, length($typed))) = lower($typed) AS begins
       FROM json_each($rowIds) AS j JOIN products p ON p.row_id = j.value ORDER BY p.name, p.row_id`,
    )
    this.#byPartOfBarcode = texts<number>(
      `SELECT row_id FROM products WHERE is_listed = 1 AND row_id IN (
         SELECT product_row_id FROM barcodes WHERE instr(barcode, ?) > 0 LIMIT ${SORTED_MATCHES})`,
    )
    this.#wordsLike = texts<string>(
      `SELECT w.word FROM words w JOIN (
         SELECT t.rowid AS row_id, count(*) AS shared
         FROM json_each(?) AS trigram JOIN word_trigrams t ON t.word_trigrams MATCH trigram.value
         GROUP BY t.rowid ORDER BY shared DESC LIMIT ${MOST_CANDIDATES}) l ON l.row_id = w.row_id`,
    )
    this.#wordsWithAll = texts<string>(
      `SELECT w.word FROM word_trigrams t JOIN words w ON w.row_id = t.rowid
       WHERE t.word_trigrams MATCH ? LIMIT ${MOST_CANDIDATES}`,
    )
    this.#wordsBeginning = texts<string>(
      'SELECT word FROM words WHERE word >= ? AND word < ? AND length(word) <= ? LIMIT 2000',
    )
  }

  /** Finds products. `oftenSold` are product ids, the most frequently sold first. */
  find(typed: string, most: number, oftenSold: readonly string[]): Matches {
    const match = (query: string | null) => this.#ranked(query, typed.trim(), most, oftenSold)
    const other = inOtherLayout(typed) ?? ''
    return (
      match(beginnings(typed)) ??
      match(beginnings(other)) ??
      this.#partOfBarcode(typed, most) ??
      match(this.#within(typed)) ??
      match(this.#correct(typed)) ??
      match(this.#correct(other)) ?? { rowIds: [], total: 0 }
    )
  }

  /**
   * Ranks matches by code, frequency of sale, and whether the name begins with the whole input
   * (shared/search/product-ranks.ts). Returns null when nothing matches.
   */
  #ranked(query: string | null, typed: string, most: number, oftenSold: readonly string[]): Matches | null {
    const found = query === null ? [] : this.#match.all(query)
    if (query === null || found.length === 0) return null
    const matches = new Set(found)
    const amongMatches = (rowIds: number[]) => rowIds.filter((rowId) => matches.has(rowId))
    const byName = this.#byName.all({ typed, rowIds: JSON.stringify(found.slice(0, SORTED_MATCHES)) })
    const names = (begins: 0 | 1) => byName.filter((each) => each.begins === begins).map(({ rowId }) => rowId)
    const rowIds = inRankOrder({
      Code: amongMatches(this.#coded.all({ typed })),
      OftenSold: amongMatches(this.#rowIdsOf.all(JSON.stringify(oftenSold))),
      NameBegins: names(1),
      Words: names(0),
    })
    return {
      rowIds: rowIds.slice(0, most),
      total: found.length < MOST_MATCHES ? found.length : (this.#count.get(query) ?? 0),
    }
  }

  #partOfBarcode(typed: string, most: number): Matches | null {
    const part = typed.replace(/\s/g, '')
    if (part.length < LEAST_OF_A_BARCODE || !/^\d+$/.test(part)) return null
    const rowIds = this.#byPartOfBarcode.all(part)
    return rowIds.length > 0 ? { rowIds: rowIds.slice(0, most), total: rowIds.length } : null
  }

  /**
   * Returns a query for words that contain the typed words anywhere. Returns null when a word is too short,
   * contains a digit or is in no product.
   */
  #within(typed: string): string | null {
    const parts = wordsOf(typed)
    if (!parts.every(isSearchedInside)) return null
    return oneOfEach(
      parts.map((part) =>
        this.#wordsWithAll
          .all(trigramsOf(part).join(' AND '))
          .filter((word) => word.includes(part))
          .slice(0, MOST_WORDS_AROUND),
      ),
    )
  }

  /** Returns a query for the words closest to the input, or null when the input has no words. */
  #correct(typed: string): string | null {
    return oneOfEach(wordsOf(typed).map((word) => this.#meanings(word)))
  }

  #meanings(word: string): string[] {
    if (!isSearchedInside(word)) return [word]
    const [first = ''] = word
    const candidates = [
      ...this.#wordsLike.all(JSON.stringify(trigramsOf(word))),
      ...this.#wordsBeginning.all(first, first + LAST_CHARACTER, word.length + 2),
    ]
    return [...new Set([word, ...closestWords(word, [...new Set(candidates)])])].slice(0, MOST_MEANINGS)
  }
}

/**
 * True for words of three or more letters without digits, which are indexed by trigrams
 * (shared/replica/schema.ts).
 */
const isSearchedInside = (word: string): boolean => word.length >= 3 && !/\d/.test(word)

const trigramsOf = (word: string): string[] =>
  Array.from({ length: word.length - 2 }, (_, at) => `"${word.slice(at, at + 3)}"`)

/** Returns a prefix query. The word is quoted, so that no input is parsed as an operator. */
const startOf = (word: string): string => `"${word}"*`

/** Returns a query in which every typed word begins a word. Null when nothing was typed. */
const beginnings = (typed: string): string | null => wordsOf(typed).map(startOf).join(' ') || null

/** Returns a query that requires one word of each list. Null when a list is empty. */
const oneOfEach = (lists: readonly string[][]): string | null =>
  lists.every((words) => words.length > 0)
    ? lists.map((words) => `(${words.map(startOf).join(' OR ')})`).join(' AND ') || null
    : null
