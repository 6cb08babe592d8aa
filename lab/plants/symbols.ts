import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Class, type Directive, parseSync, type Statement } from 'oxc-parser'

const ROOT = resolve(import.meta.dirname, '../..')
const PRODUCT = /^((hub|edge|shared)\/.+(?<!\.test)\.tsx?|hub\/db\/sql\/[\w-]+\.sql)$/
const FOLDERS = ['hub', 'edge', 'shared']
export const DATABASE_CODE = ['hub/db/sql']

const KEYWORD = '(?:function\\*?|class|const|let|FUNCTION)'

/**
 * Name of a declaration: `judge`, `Journal.append` or, in the database, `feed_mark`. `hub/ledger:mark` limits
 * it to that folder, or to the file of that name.
 */
export type SymbolName = string

/** Range of a text: offset of the first character, and offset after the last. */
export interface Extent {
  start: number
  end: number
}

interface Declaration extends Extent {
  name: string
}

/** Returns the path relative to the root of the repository, or null when the file is not product source. */
export function productFile(path: string): string | null {
  const file = path.slice(ROOT.length + 1)
  return path.startsWith(ROOT) && PRODUCT.test(file) ? file : null
}

/** Returns the current text of each product file by path. */
export function readProduct(folders = FOLDERS): Map<string, string> {
  const paths = folders
    .flatMap((folder) => globSync(join(ROOT, folder, '**')))
    .filter((path) => productFile(path))
  return new Map(paths.map((path) => [path.slice(ROOT.length + 1), readFileSync(path, 'utf8')]))
}

/**
 * Returns the ranges in which a file declares the symbol. There are two for a getter and a setter, and none
 * in most files.
 */
export function extentsOf(symbol: SymbolName, file: string, text: string): Extent[] {
  const [name = '', within = ''] = symbol.split(':').reverse()
  const isWithin = within === '' || (file.startsWith(within) && /^[/.]/.test(file.slice(within.length)))
  const [first = ''] = name.split('.')
  // Most files are ruled out here without parsing. This runs for each loaded file.
  if (!isWithin || !text.includes(first) || !new RegExp(`${KEYWORD} ${first}\\b`).test(text)) return []
  return declarationsIn(file, text).filter((each) => each.name === name)
}

/**
 * Returns the top-level declarations of a file and the members of its classes. For database code, returns its
 * functions.
 */
function declarationsIn(file: string, text: string): Declaration[] {
  if (file.endsWith('.sql')) return databaseFunctions(text)
  return parseSync(file, text).program.body.flatMap((statement) => declaredBy(statement, text))
}

function declaredBy(statement: Directive | Statement, text: string): Declaration[] {
  const { start, end } = statement
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type === 'VariableDeclaration')
    return declared.declarations.flatMap(({ id }) =>
      id.type === 'Identifier' ? { name: id.name, start, end } : [],
    )
  if (declared?.type === 'FunctionDeclaration' && declared.id) return [{ name: declared.id.name, start, end }]
  if (declared?.type === 'ClassDeclaration' && declared.id)
    return [{ name: declared.id.name, start, end }, ...membersOf(declared, declared.id.name, text)]
  return []
}

function membersOf({ body }: Class, owner: string, text: string): Declaration[] {
  return body.body.flatMap((member) => {
    if (member.type !== 'MethodDefinition' && member.type !== 'PropertyDefinition') return []
    const { key, start, end } = member
    return { name: `${owner}.${text.slice(key.start, key.end)}`, start, end }
  })
}

/** Returns the database functions. Each extends to the next statement or the comment above it. */
function databaseFunctions(text: string): Declaration[] {
  const parts = text.split(/^(?=CREATE|DO|--)/m)
  let start = 0
  return parts.flatMap((part) => {
    const extent = { start, end: start + part.length }
    start = extent.end
    const name = /^CREATE OR REPLACE FUNCTION (\w+)/.exec(part)?.[1]
    return name === undefined ? [] : { name, ...extent }
  })
}
