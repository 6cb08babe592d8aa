import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Import of another file of the repository, type imports included. */
export interface Import {
  /** Path from the root of the repository. */
  file: string
  line: number
}

/** Returns the imports of a TypeScript file from other files of the repository. */
export function readImports(file: string, source: string): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  const requests = [
    ...staticImports.map(({ moduleRequest: { value, start } }) => ({ value, start })),
    ...staticExports
      .flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? []))
      .map(({ value, start }) => ({ value, start })),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      value: source.slice(start + 1, end - 1),
      start,
    })),
  ]
  return requests.flatMap(({ value, start }) => {
    const imported = resolve(file, value)
    return imported === undefined || !/\.tsx?$/.test(imported)
      ? []
      : { file: imported, line: source.slice(0, start).split('\n').length }
  })
}

/** Resolves `#` by the imports of package.json, which name the folders of the root. */
function resolve(file: string, request: string): string | undefined {
  if (request.startsWith('#')) return request.slice(1)
  return request.startsWith('.') ? posix.join(posix.dirname(file), request) : undefined
}
