import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createApp } from '#hub/app.ts'
import type { HubContext } from '#hub/context.ts'
import { findMissing, publishedEndpoints, readSpecification, SPECIFICATION } from './compare.ts'

const USAGE = `npm run endpoints [-- AREA … | all]

Compares what the hub's OpenAPI document describes with the endpoints of the interface specification, area by area, and
prints what is missing. The exit code is 1 when anything is.

  AREA   only these areas, such as catalog; all areas without one
`

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  })
  const named = positionals.includes('all') ? [] : positionals
  const specified = readSpecification(readFileSync(SPECIFICATION, 'utf8'))
  const areas = [...new Set(specified.map((endpoint) => endpoint.area))].sort()
  if (values.help || named.some((area) => !areas.includes(area))) {
    process.stderr.write(`${USAGE}\nAreas: ${areas.join(', ')}\n`)
    return 2
  }
  const published = publishedEndpoints(describe())
  let missingInAll = 0
  for (const each of named.length > 0 ? named : areas) {
    const ofArea = specified.filter((endpoint) => endpoint.area === each)
    const missing = findMissing(ofArea, published)
    missingInAll += missing.length
    process.stdout.write(`${each}: ${ofArea.length - missing.length} of ${ofArea.length}\n`)
    for (const { method, path } of missing) process.stdout.write(`  ${method} ${path}\n`)
  }
  return missingInAll === 0 ? 0 : 1
}

/** Returns the OpenAPI description. No context is needed, because no request is made. */
function describe() {
  const app = createApp({} as HubContext, 'http://hub.test')
  return app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } })
}

process.exitCode = main()
