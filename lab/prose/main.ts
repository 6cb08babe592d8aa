import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Drawn, drawTexts } from './draw.ts'
import { readSource, type SourceText } from './read-source.ts'
import { faultsOfComment, faultsOfPageText, faultsOfPhrases, faultsOfTitle } from './rules.ts'

/**
 * Checks the English of comments, test titles, documents and pages (lab/prose/rules.ts), and fails with a
 * list of locations. Part of `npm run lint`. `npm run prose -- <path>` checks part of the tree. `npm run
 * prose -- --draw 60 comments` (or `titles`, `texts`) prints random texts for a person to read.
 */

const ROOT = resolve(import.meta.dirname, '../..')
/** Exempt files: the rules themselves and the license. */
const EXEMPT = /^lab\/prose\/|^LICENSE$/
const PAGES = /^(hub\/console|edge\/till|shared\/ui)\/.*\.tsx$/

const [option, size, drawn, seed] = process.argv.slice(2)
if (option === '--draw') {
  const files = listFiles([]).map((file) => ({ file, content: read(file) }))
  for (const text of drawTexts(files, drawn as Drawn, Number(size), seed)) process.stdout.write(`${text}\n`)
} else {
  check(process.argv.slice(2))
}

function check(paths: string[]): void {
  let count = 0
  for (const file of listFiles(paths)) {
    for (const [line, fault] of faultsOf(file, read(file))) {
      count++
      process.stdout.write(`${file}:${line} ${fault}\n`)
    }
  }
  if (count === 0) return
  process.stdout.write(`${count} places read badly (lab/prose/rules.ts, docs/glossary.md)\n`)
  process.exitCode = 1
}

function read(file: string): string {
  return readFileSync(resolve(ROOT, file), 'utf8')
}

function listFiles(paths: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...paths], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => /\.(tsx?|sql|md)$|\ben\.json$/.test(file) && !EXEMPT.test(file))
}

function faultsOf(file: string, content: string): [line: number, fault: string][] {
  if (/\.tsx?$/.test(file))
    return readSource(file, content).flatMap((text) =>
      faultsOfText(text, PAGES.test(file)).map((fault): [number, string] => [text.line, fault]),
    )
  return content
    .split('\n')
    .flatMap((line, index) =>
      faultsOfPhrases(proseOf(file, line)).map((fault): [number, string] => [index + 1, fault]),
    )
}

function faultsOfText({ kind, text }: SourceText, isPage: boolean): string[] {
  if (kind === 'title') return faultsOfTitle(text)
  if (kind === 'page') return isPage ? faultsOfPageText(text) : []
  return faultsOfComment(text, kind === 'docstring')
}

/** Returns the comment of a line of SQL, the text of a line of JSON, or any other line unchanged. */
function proseOf(file: string, line: string): string {
  if (file.endsWith('.sql')) return /--(.*)/.exec(line)?.[1] ?? ''
  return file.endsWith('.json') ? (/": "(.*)"/.exec(line)?.[1] ?? '') : line
}
