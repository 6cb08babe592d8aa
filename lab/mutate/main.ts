import { parseArgs } from 'node:util'
import { mutate } from './mutate.ts'
import { filesWithin, PORTIONS } from './portions.ts'
import { inWords, outcomeOf } from './report.ts'

const USAGE = `npm run mutate [-- PATH ...] [--force] [--concurrency 1]

Plants small mistakes into the code, one at a time, and tells which of them no test notices. PATH is a folder or a file
of these, or a folder above them; left out, all:
  ${PORTIONS.map(({ path }) => path).join('\n  ')}

  --force         tries every mutant again; else only those that a change of file or test may concern
  --concurrency   how many at a time
`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      concurrency: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  })
  const paths = (positionals.length > 0 ? positionals : ['.']).map((path) => path.replace(/\/$/, ''))
  const runs = PORTIONS.map((portion) => ({ portion, files: filesWithin(portion, paths) })).filter(
    ({ files }) => files.length > 0,
  )
  if (values.help || runs.length === 0) {
    process.stderr.write(USAGE)
    return 2
  }
  const summary: Record<string, unknown> = {}
  for (const { portion, files } of runs) {
    const { concurrency, force } = values
    const outcome = outcomeOf(await mutate(portion, files, { concurrency: Number(concurrency), force }))
    process.stdout.write(inWords(portion.path, outcome))
    const { survivors, ...counts } = outcome
    summary[portion.path] = { ...counts, survived: survivors.length }
  }
  process.stdout.write(`${JSON.stringify(summary)}\n`)
  return 0
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).stack ?? error}\n`)
    process.exit(2)
  },
)
