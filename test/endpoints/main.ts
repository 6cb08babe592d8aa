import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '#hub/app.ts'
import type { HubContext } from '#hub/context.ts'
import { findMissing, publishedEndpoints, readSpecification } from './compare.ts'

const SPECIFICATION = join(import.meta.dirname, '../../../shared/spec/endpoints.tsv')

const USAGE = `npm run endpoints [-- AREA] [--spec FILE]

Compares what the hub's OpenAPI document describes with the endpoints of the interface specification, area by area, and
prints what is missing. The exit code is 1 when anything is.

  AREA          only this area, such as catalog
  --spec FILE   area, method and path, separated by tabs (${SPECIFICATION})
`

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { spec: { type: 'string', default: SPECIFICATION }, help: { type: 'boolean', default: false } },
  })
  const [area, ...rest] = positionals
  const specified = readSpecification(readFileSync(values.spec, 'utf8'))
  const areas = [...new Set(specified.map((endpoint) => endpoint.area))].sort()
  if (values.help || rest.length > 0 || (area !== undefined && !areas.includes(area))) {
    process.stderr.write(`${USAGE}\nAreas: ${areas.join(', ')}\n`)
    return 2
  }
  const published = publishedEndpoints(describe())
  let missingInAll = 0
  for (const each of area === undefined ? areas : [area]) {
    const ofArea = specified.filter((endpoint) => endpoint.area === each)
    const missing = findMissing(ofArea, published)
    missingInAll += missing.length
    process.stdout.write(`${each}: ${ofArea.length - missing.length} of ${ofArea.length}\n`)
    for (const { method, path } of missing) process.stdout.write(`  ${method} ${path}\n`)
  }
  return missingInAll === 0 ? 0 : 1
}

/** Describing the application takes nothing of what it works with: no request is made. */
function describe() {
  const app = createApp({} as HubContext, 'http://hub.test')
  return app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } })
}

process.exitCode = main()
