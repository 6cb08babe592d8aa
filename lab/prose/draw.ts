import { newId } from '#shared/std/ids.ts'
import { Random } from '#test/support/random.ts'
import { readSource, type SourceText } from './read-source.ts'

/** Kind of texts to draw: comments, test titles, or English texts of the pages. */
export type Drawn = 'comments' | 'titles' | 'texts'

const KINDS: Record<Drawn, SourceText['kind'][]> = {
  comments: ['comment', 'docstring'],
  titles: ['title'],
  texts: [],
}

/** Returns `count` random texts with their locations, for a person to read. The same seed returns the same texts. */
export function drawTexts(
  files: { file: string; content: string }[],
  drawn: Drawn,
  count: number,
  seed: string = newId(),
): string[] {
  const all = files.flatMap(({ file, content }) => textsOf(file, content, drawn))
  const random = new Random(seed)
  const lots = Array.from({ length: Math.min(count, all.length) }, () =>
    all.splice(random.below(all.length), 1),
  )
  return [`seed ${seed}`, ...lots.flat()]
}

function textsOf(file: string, content: string, drawn: Drawn): string[] {
  if (drawn === 'texts') return file.endsWith('en.json') ? leavesOf(JSON.parse(content), file) : []
  if (!/\.tsx?$/.test(file)) return []
  const code = content.split('\n')
  return readSource(file, content)
    .filter(({ kind }) => KINDS[drawn].includes(kind))
    .map(({ text, line }) => {
      const below = code.slice(line).find((next) => !/^\s*(\*|\/\/|\/\*)/.test(next)) ?? ''
      return `${file}:${line}\n  ${text}\n    ${below.trim()}`
    })
}

/** Returns the texts of a language file, each preceded by its key. */
const leavesOf = (value: unknown, path: string): string[] =>
  typeof value === 'string'
    ? [`${path}: ${value}`]
    : Object.entries(value as object).flatMap(([key, inner]) => leavesOf(inner, `${path} ${key}`))
