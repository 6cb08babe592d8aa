export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251'

/**
 * Returns the encoding of a text file (docs/domain.md#import-files), determined in this order: by its
 * byte-order mark, as UTF-16 when its beginning contains zero bytes and decodes to plain text, as UTF-8 when
 * the whole file is valid, and otherwise as windows-1251, in which every text is valid. Cyrillic text in
 * windows-1251 is practically never valid UTF-8, because most pairs of consecutive letters are not a UTF-8
 * sequence.
 */
export async function findEncoding(chunks: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let beginning: Uint8Array | undefined = new Uint8Array()
  try {
    for await (const chunk of chunks) {
      let next = chunk
      if (beginning) {
        next = Uint8Array.from([...beginning, ...chunk])
        beginning = next
        if (next.byteLength < BEGINNING_BYTES) continue
        const marked = markedEncoding(next)
        if (marked) return marked
        beginning = undefined
      }
      utf8.decode(next, { stream: true })
    }
    const marked = beginning && markedEncoding(beginning)
    if (marked) return marked
    utf8.decode(beginning)
    return 'utf-8'
  } catch {
    return 'windows-1251'
  }
}

const BEGINNING_BYTES = 4096

function markedEncoding(beginning: Uint8Array): Encoding | undefined {
  const [first, second, third] = beginning
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  // Only UTF-16 has zero bytes, in delimiters and line ends.
  if (!beginning.includes(0)) return undefined
  return (['utf-16le', 'utf-16be'] as const).find((encoding) => isPlain(beginning, encoding))
}

/** True for text in which at least 95 % of the characters are common in Latin or Cyrillic text. */
function isPlain(beginning: Uint8Array, encoding: Encoding): boolean {
  const text = new TextDecoder(encoding).decode(beginning)
  const others = text.match(OTHER_CHARACTERS)?.length ?? 0
  return text.length > 0 && others * 20 <= text.length
}
const OTHER_CHARACTERS = /[^\t\n\r -\u052f\u2000-\u20cf\u2100-\u214f]/g

/** Decodes text without its byte-order mark. Invalid bytes become U+FFFD. */
export async function* decode(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const CYRILLIC = /\p{Script=Cyrillic}\?+\p{Script=Cyrillic}/u

/**
 * True when question marks stand between Cyrillic letters. Programs that save Kazakh text as windows-1251
 * write a question mark for each Kazakh letter that this encoding lacks.
 */
export const hasLostLetters = (text: string): boolean => CYRILLIC.test(text)
