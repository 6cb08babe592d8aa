import { join } from 'node:path'

/** Path of the endpoint table of the interface specification, to be read with `readSpecification`. */
export const SPECIFICATION = join(import.meta.dirname, 'endpoints.tsv')

/** Endpoint from the interface specification or from the hub's OpenAPI description. */
export interface Endpoint {
  method: string
  /**
   * Path with parameters in the form {name}. The last parameter can be {*name}, which matches the rest of the
   * path.
   */
  path: string
}
export interface SpecifiedEndpoint extends Endpoint {
  area: string
}

/** Parses a tab-separated table of area, method and path, with a header line. */
export function readSpecification(text: string): SpecifiedEndpoint[] {
  const [, ...lines] = text.trim().split(/\r?\n/)
  return lines.map((line, index) => {
    const [area, method, path] = line.split('\t')
    if (!area || !method || !path) throw new Error(`line ${index + 2} is not area, method and path: ${line}`)
    return { area, method, path }
  })
}

export function publishedEndpoints(description: { paths?: Record<string, object> }): Endpoint[] {
  return Object.entries(description.paths ?? {}).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path })),
  )
}

/** Returns the specified endpoints that are not published. Ignores parameter names. */
export function findMissing<Specified extends Endpoint>(
  specified: readonly Specified[],
  published: readonly Endpoint[],
): Specified[] {
  return specified.filter(({ method, path }) => {
    const pattern = patternOf(path)
    return !published.some((other) => other.method === method && pattern.test(other.path))
  })
}

function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    if (/^\{\*\w+\}$/.test(segment)) return '.+'
    if (/^\{\w+\}$/.test(segment)) return '\\{[^/]+\\}'
    return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${segments.join('/')}$`)
}
