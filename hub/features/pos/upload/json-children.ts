import { setImmediate } from 'node:timers/promises'
import { endOfText, isClosing, isComma, isOpening, isQuote } from '#shared/json/json-limits.ts'

/** A member of an object or an item of an array, as it stands in a JSON text. */
export interface JsonChild {
  /** With its quotes; undefined: of an item. */
  name: string | undefined
  from: number
  to: number
}

/** So many characters are looked at before others of the process get their turn: some 5 ms. */
const TURN_CHARACTERS = 1024 * 1024
const SPACE = 0x20
const COLON = 0x3a

/**
 * Finds the children of the object or array that a JSON text is, however deep they are, and parses nothing. Throws SyntaxError
 * when it does not end; other faults show when a child is parsed.
 */
export async function* childrenOf(json: string): AsyncGenerator<JsonChild> {
  let open = 0
  let child: JsonChild | undefined
  let turnAt = TURN_CHARACTERS
  for (let at = 0; at < json.length; ) {
    if (at >= turnAt) {
      await setImmediate()
      turnAt = at + TURN_CHARACTERS
    }
    const code = json.charCodeAt(at)
    const next = isQuote(code) ? endOfText(json, at) : at + 1
    if (open === 1 && (isComma(code) || isClosing(code))) {
      if (child) yield child
      child = undefined
    } else if (open === 1 && code === COLON && child && child.name === undefined) {
      child = { name: json.slice(child.from, child.to), from: next, to: next }
    } else if (open > 0 && code > SPACE) {
      child ??= { name: undefined, from: at, to: at }
      if (child.from === child.to) child.from = at
      child.to = next
    }
    if (isOpening(code)) open += 1
    else if (isClosing(code)) open -= 1
    if (isClosing(code) && open === 0) return
    at = next
  }
  throw new SyntaxError('Unexpected end of JSON input')
}
