import { BOUNDARY, bytesOf } from '../draft.ts'
import { oddFile } from '../files.ts'
import { asBytes } from '../json-text.ts'
import type { Mutation, Weighted } from './mutation.ts'

/** Mutations of forms and files. */

const file: Mutation = (draft, random) => {
  if (!draft.file) return undefined
  const odd = oddFile(random)
  draft.file = odd.file
  return `file: ${odd.what}`
}

const formText: Mutation = (draft, random) => {
  if (!draft.contentType?.startsWith('multipart/')) return undefined
  const form = draft.bytes ?? bytesOf(draft) ?? ''
  const part = (head: string, body = 'x') => `--${BOUNDARY}\r\n${head}\r\n\r\n${body}\r\n`
  const end = `--${BOUNDARY}--\r\n`
  const disposition = 'Content-Disposition: form-data; name='
  const kinds: Record<string, () => string> = {
    'no last boundary': () => form.slice(0, -end.length),
    'no boundary at all': () => form.replaceAll(`--${BOUNDARY}`, ''),
    'another boundary': () => form.replaceAll(BOUNDARY, 'another'),
    'only the end': () => end,
    empty: () => '',
    'no part named file': () => form.replace('name="file"', 'name="data"'),
    'file is a text': () => part(`${disposition}"file"`) + end,
    'two files': () => form.slice(0, -end.length) + form,
    'a thousand parts': () => part(`${disposition}"file"; filename="a"`).repeat(1000) + form,
    'twenty thousand small parts': () =>
      `--${BOUNDARY}\r\n${disposition}"a"\r\n\r\n\r\n`.repeat(20_000) + end,
    'a part without headers': () => `--${BOUNDARY}\r\n\r\nx\r\n${form}`,
    'a header of a part of 500 KB': () =>
      part(`${disposition}"file"; filename="${'n'.repeat(500_000)}"`) + end,
    'many headers of a part': () => part(`${disposition}"file"\r\n${'X-A: b\r\n'.repeat(5000)}X-B: c`) + end,
    'names with bytes': () => form.replace('filename="', 'filename="\xff\xfe\r\n\0'),
    'a name that climbs': () => form.replace(/filename="[^"]*"/, 'filename="../../../etc/passwd"'),
    'a name of directions': () => form.replace(/filename="[^"]*"/, `filename="${asBytes('\u202egnp.exe')}"`),
    'filename*': () => form.replace(/filename="[^"]*"/, "filename*=UTF-8''%00%ff%zz"),
    'lines end with LF': () => form.replaceAll('\r\n', '\n'),
    'text before it': () => `${'preamble '.repeat(1000)}\r\n${form}`,
    'text behind it': () => form + 'epilogue '.repeat(1000),
    'a form within': () =>
      part(`${disposition}"file"\r\nContent-Type: multipart/mixed; boundary=b`, '--b\r\n\r\nx\r\n--b--') +
      end,
    base64: () =>
      part(`${disposition}"file"; filename="a"\r\nContent-Transfer-Encoding: base64`, 'AAAA') + end,
  }
  const kind = random.pick(Object.keys(kinds))
  draft.bytes = kinds[kind]?.() ?? ''
  return `form: ${kind}`
}

export const OF_FORMS: Weighted = [
  [file, 8],
  [formText, 8],
]
