export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251'

/**
 * Returns the encoding of a text file (docs/domain.md#import-files): that of its byte-order mark, else UTF-16
 * when its beginning is plain text in it, else UTF-8 when the whole file is valid, else the Cyrillic code
 * page of Windows, in which every text is valid. A Cyrillic text in that code page is never valid UTF-8 by
 * chance, since two consecutive letters are no UTF-8 sequence.
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
  // UTF-16 has zeros in delimiters and line ends; other encodings have none.
  if (!beginning.includes(0)) return undefined
  return (['utf-16le', 'utf-16be'] as const).find((encoding) => isPlain(beginning, encoding))
}

/** True when nearly all characters are Latin or Cyrillic letters, punctuation or white space. */
function isPlain(beginning: Uint8Array, encoding: Encoding): boolean {
  const text = new TextDecoder(encoding).decode(beginning)
  const others = text.match(OTHER_CHARACTERS)?.length ?? 0
  return text.length > 0 && others * 20 <= text.length
}
const OTHER_CHARACTERS = /[^\t\n\r -\u052f\u2000-\u20cf\u2100-\u214f]/g

/** Decodes without the byte-order mark; invalid bytes become U+FFFD. */
export async function* decode(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const CYRILLIC = /\p{Script=Cyrillic}\?+\p{Script=Cyrillic}/u

/** True for question marks inside words: windows-1251 has no Kazakh letters and replaces them. */
export const hasLostLetters = (text: string): boolean => CYRILLIC.test(text)
