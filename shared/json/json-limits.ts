/**
 * Limits of a JSON text. `values` counts all members and items, including nested ones. The outermost value
 * has depth 0.
 */
export interface JsonLimits {
  values: number
  depth: number
}

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\,[]{}'].map(
  (character) => character.charCodeAt(0),
) as [number, number, number, number, number, number, number]
const SPACE = 0x20

export const isOpening = (code: number): boolean => code === OPEN_ARRAY || code === OPEN_OBJECT
export const isClosing = (code: number): boolean => code === CLOSE_ARRAY || code === CLOSE_OBJECT
export const isComma = (code: number): boolean => code === COMMA
export const isQuote = (code: number): boolean => code === QUOTE

/**
 * Returns the position after the string literal that begins with the quote at `from`, or the length of `json`
 * when the literal is not closed.
 */
export function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code === BACKSLASH) at += 1
  }
  return json.length
}

/**
 * Returns a message when a JSON text exceeds a limit, otherwise undefined. Runs before parsing, because
 * millions of values or extreme nesting take seconds to parse, and stops at the limit. For invalid JSON the
 * result has no meaning.
 */
export function excessOf(json: string, { values, depth }: JsonLimits): string | undefined {
  let count = 1
  let open = 0
  let isFirst = false
  for (let at = 0; at < json.length; ) {
    const code = json.charCodeAt(at)
    if (code <= SPACE) {
      at += 1
      continue
    }
    if (code === COMMA || (isFirst && !isClosing(code))) {
      count += 1
      if (count > values) return `holds more than ${values} values`
      if (open > depth) return `is nested more than ${depth} deep`
    }
    isFirst = isOpening(code)
    if (isFirst) open += 1
    else if (isClosing(code)) open -= 1
    at = code === QUOTE ? endOfText(json, at) : at + 1
  }
  return undefined
}

/**
 * Limits above the largest body that a contract accepts (1,000 lines of a document). They keep validation
 * fast, since each value can cause an error.
 */
export const JSON_LIMITS: JsonLimits = { values: 50_000, depth: 64 }

/** Parses JSON. Throws `SyntaxError` for invalid JSON, and for an exceeded limit with the message of `excessOf`. */
export function parseJson(json: string, limits = JSON_LIMITS): unknown {
  const excess = excessOf(json, limits)
  if (excess) throw new SyntaxError(excess)
  return JSON.parse(json)
}
