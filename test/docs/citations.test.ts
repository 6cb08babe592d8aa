import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/**
 * Citation such as `docs/domain.md#moving-average`, `docs/sync.md I-8`, `docs/faults.md F13`. Several targets
 * of one document are separated by commas.
 */
const CITATION =
  /docs\/((?:security\/)?[\w-]+)\.md(?:#([a-z0-9-]+)|,? ((?:I-\d+|F\d+)(?:(?:, | and )(?:I-\d+|F\d+)(?![\w-]))*))?/g
/** Documents that a clone does not contain. Their content is in docs/. */
const FOREIGN = /(?<!docs\/)(?<!\]\(\.\.\/)(?<!\w)(?:domain|offline)\.md/

const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
const files = tracked.filter((path) => /\.(ts|tsx|sql|md)$/.test(path) && !path.startsWith('test/docs/'))

/** Returns the anchor that GitHub generates for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

const known = new Map<string, Set<string>>()
function targetsOf(document: string): Set<string> {
  const found = known.get(document)
  if (found) return found
  const text = read(`docs/${document}.md`)
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  const targets = new Set([
    ...headings.map(anchorOf),
    ...headings.flatMap((heading) => /^I-\d+/.exec(heading)?.[0] ?? []),
    ...[...text.matchAll(/^\| (F\d+) \|/gm)].map(([, row = '']) => row),
  ])
  known.set(document, targets)
  return targets
}

function citationsOf(text: string): [document: string, target: string][] {
  return [...text.matchAll(CITATION)].flatMap(([, document = '', anchor, marks = '']) => {
    const targets = anchor ? [anchor] : marks.split(/, | and /).filter(Boolean)
    // All targets belong to the named document. Invariants and faults are in different documents, so each
    // needs its own citation.
    return targets.map((target): [string, string] => [document, target])
  })
}

describe('citations in code', () => {
  it('cites only existing sections of documents in the repository', () => {
    const missing = files.flatMap((path) =>
      citationsOf(read(path))
        .filter(([document, target]) => !targetsOf(document).has(target))
        .map(([document, target]) => `${path}: docs/${document}.md ${target}`),
    )
    expect(missing).toEqual([])
  })

  it('recognizes all forms of citations', () => {
    const count = files.flatMap((path) => citationsOf(read(path))).length
    expect(count).toBeGreaterThan(80)
    expect(citationsOf('(docs/sync.md I-5, I-20) and docs/domain.md#lines, docs/faults.md F1, F2')).toEqual([
      ['sync', 'I-5'],
      ['sync', 'I-20'],
      ['domain', 'lines'],
      ['faults', 'F1'],
      ['faults', 'F2'],
    ])
    expect(targetsOf('sync').has('I-999')).toBe(false)
    expect(targetsOf('domain').has('moving-average')).toBe(true)
  })

  it('cites no document that a clone does not contain', () => {
    expect(files.filter((path) => FOREIGN.test(read(path)))).toEqual([])
  })
})

/** Path in the repository as written in documents, such as `hub/http/route.ts` or `edge/journal/`. */
const PLACE = /`((?:hub|edge|shared|desktop|test|docs)\/[\w./-]*?)`/g

describe('paths in documents', () => {
  const documents = files.filter((path) => path.endsWith('.md'))
  const placesOf = (text: string) => [...text.matchAll(PLACE)].map(([, place = '']) => place)

  it('mentions only existing paths in documents', () => {
    const tree = tracked.flatMap((path) => {
      const parts = path.split('/')
      return parts.map((_, n) => parts.slice(0, n + 1).join('/'))
    })
    const there = new Set(tree)
    const missing = documents.flatMap((path) =>
      placesOf(read(path))
        .filter((place) => !there.has(place.replace(/\/$/, '')))
        .map((place) => `${path}: ${place}`),
    )
    expect(missing).toEqual([])
  })

  it('recognizes paths in documents', () => {
    expect(documents.flatMap((path) => placesOf(read(path))).length).toBeGreaterThan(100)
  })
})

/** Link within the repository, `[text](file.md#heading)`. */
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g

describe('links in documents', () => {
  const documents = files.filter((path) => path.endsWith('.md'))
  const linksOf = (path: string) =>
    [...read(path).matchAll(LINK)].map(([, to = '', anchor]) => ({
      to: to === '' ? path : join(dirname(path), to),
      anchor,
    }))

  it('links only to existing files and headings', () => {
    const broken = documents.flatMap((path) =>
      linksOf(path)
        .filter(({ to, anchor }) => !existsSync(join(ROOT, to)) || (anchor && !anchorsOf(to).has(anchor)))
        .map(({ to, anchor }) => `${path}: ${to}#${anchor}`),
    )
    expect(broken).toEqual([])
  })

  it('recognizes links in documents', () => {
    expect(documents.flatMap(linksOf).length).toBeGreaterThan(100)
    expect(anchorsOf('docs/asvs.md').has('no-such-heading')).toBe(false)
  })
})

function anchorsOf(path: string): Set<string> {
  return new Set([...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
}
