import { setImmediate } from 'node:timers/promises'
import { endOfText, isClosing, isComma, isOpening, isQuote } from '#shared/json/json-limits.ts'

/** Position of an object member or array item within a JSON text. */
export interface JsonChild {
  /** Name including quotes, or undefined for an array item. */
  name: string | undefined
  from: number
  to: number
}

/** Characters to scan before other work can run, which takes about 5 ms. */
const TURN_CHARACTERS = 1024 * 1024
const SPACE = 0x20
const COLON = 0x3a

/**
 * Finds the children of a JSON object or array without parsing them, however deeply they are nested. Throws
 * SyntaxError when the text ends early. Other errors surface when a child is parsed.
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
