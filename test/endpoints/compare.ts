import { join } from 'node:path'

/** The endpoints of the interface specification: a table that readSpecification reads. */
export const SPECIFICATION = join(import.meta.dirname, 'endpoints.tsv')

/** An operation of the interface specification, or of the description the hub publishes. */
export interface Endpoint {
  method: string
  /** With parameters as {name}, the last of which may be {*name}: whatever follows. */
  path: string
}
export interface SpecifiedEndpoint extends Endpoint {
  area: string
}

/** Reads a table of area, method and path, separated by tabs, with a line of headers. */
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

/** Those that are not published. What a parameter is called does not matter. */
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
