export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1251'

/**
 * The encoding of a text file (docs/domain.md#import-files): that of its byte-order mark, else UTF-8 when all of it
 * is that, else the Cyrillic code page of Windows, in which every text is valid. A Cyrillic text of that page is
 * never UTF-8 by chance: two of its letters in a row are no sequence of UTF-8.
 */
export async function findEncoding(chunks: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let beginning: Uint8Array = new Uint8Array()
  try {
    for await (const chunk of chunks) {
      let next = chunk
      if (beginning.byteLength < MARK_BYTES) {
        // A mark may come in pieces.
        next = Uint8Array.from([...beginning, ...chunk])
        beginning = next
        if (next.byteLength < MARK_BYTES) continue
        const marked = markedAs(next)
        if (marked) return marked
      }
      utf8.decode(next, { stream: true })
    }
    utf8.decode(beginning.byteLength < MARK_BYTES ? beginning : undefined)
    return 'utf-8'
  } catch {
    return 'windows-1251'
  }
}

const MARK_BYTES = 3

function markedAs([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}

/** Without the byte-order mark; bytes that mean nothing become U+FFFD. */
export async function* decode(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const CYRILLIC = /\p{Script=Cyrillic}\?+\p{Script=Cyrillic}/u

/** windows-1251 has no Kazakh letters: who saved them so has question marks inside words now. */
export const hasLostLetters = (text: string): boolean => CYRILLIC.test(text)
