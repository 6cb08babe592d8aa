import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Class, type Directive, parseSync, type Statement } from 'oxc-parser'

const ROOT = resolve(import.meta.dirname, '../..')
const PRODUCT = /^((hub|edge|shared)\/.+(?<!\.test)\.tsx?|hub\/db\/sql\/[\w-]+\.sql)$/
const FOLDERS = ['hub', 'edge', 'shared']
export const DATABASE_CODE = ['hub/db/sql']

const KEYWORD = '(?:function\\*?|class|const|let|FUNCTION)'

/**
 * `judge`, `Journal.append` or, in the database, `feed_mark`; `hub/ledger:mark` is the symbol in that folder,
 * or in the file of that name.
 */
export type SymbolName = string

/** Range of a text: offsets of the first character, and of the one after the last. */
export interface Extent {
  start: number
  end: number
}

interface Declaration extends Extent {
  name: string
}

/** Returns the path from the root of the repository; null when the file is not a source of the product. */
export function productFile(path: string): string | null {
  const file = path.slice(ROOT.length + 1)
  return path.startsWith(ROOT) && PRODUCT.test(file) ? file : null
}

/** Returns each file of the product with its present text. */
export function readProduct(folders = FOLDERS): Map<string, string> {
  const paths = folders
    .flatMap((folder) => globSync(join(ROOT, folder, '**')))
    .filter((path) => productFile(path))
  return new Map(paths.map((path) => [path.slice(ROOT.length + 1), readFileSync(path, 'utf8')]))
}

/** Returns where a file declares the symbol: two places for a getter and a setter, none in nearly all files. */
export function extentsOf(symbol: SymbolName, file: string, text: string): Extent[] {
  const [name = '', within = ''] = symbol.split(':').reverse()
  const isWithin = within === '' || (file.startsWith(within) && /^[/.]/.test(file.slice(within.length)))
  const [first = ''] = name.split('.')
  // Most files end here, before they are parsed: this runs for each loaded file.
  if (!isWithin || !text.includes(first) || !new RegExp(`${KEYWORD} ${first}\\b`).test(text)) return []
  return declarationsIn(file, text).filter((each) => each.name === name)
}

/** Returns the top-level declarations of a file and the members of its classes; for database code, its functions. */
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

/** Returns the database functions; each ends before the next statement or the comment above it. */
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
