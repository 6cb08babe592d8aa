import { randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startMigratedPostgres } from '#test/support/fast-postgres.ts'
import type { Find } from './finds.ts'
import { fuzz, type Report } from './fuzz.ts'
import { nameOf } from './operations.ts'

const USAGE = `npm run fuzz -- [--seed S] [--from N] [--seconds N] [--requests N] [--refusals] [--out FOLDER]

Starts a hub and an agent and asks them for everything they describe, as it is meant and in every way that it is not. Exit
code 1 when there is a find: an answer of 5xx, one above 1 MB that is no file, an odd refusal, a stall above 1 s, memory that
is not given back, an error or a secret in the log, data of another organization, an operation that never worked, one that
took effect twice in one moment, books that do not add up, an agent that does not settle at the end.

  --seed S       what decides the requests (chosen by chance, and printed)
  --from N       number of the first request (0)
  --seconds N    ends after so many seconds (240)
  --requests N   ends after so many requests
  --refusals     tells why requests were refused that were meant to work
  --out FOLDER   where bodies of finds are kept, for the curl that is printed (data/fuzz)
`

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      from: { type: 'string', default: '0' },
      seconds: { type: 'string', default: '240' },
      requests: { type: 'string' },
      refusals: { type: 'boolean', default: false },
      out: { type: 'string', default: 'data/fuzz' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    say(USAGE)
    return 0
  }
  say(`seed ${values.seed}`)
  const postgres = await startMigratedPostgres()
  try {
    const report = await fuzz({
      databaseUrl: postgres.hubUrl,
      ownerUrl: postgres.url,
      seed: values.seed,
      from: Number(values.from),
      seconds: Number(values.seconds),
      requests: values.requests === undefined ? undefined : Number(values.requests),
      isTimed: true,
      ...(values.refusals && {
        onRefused: (operation, { status, body }) =>
          say(`refused: ${operation}: ${status} ${body.toString('utf8').slice(0, 400)}`),
      }),
      onFind: (find) => say(describe(find, values.out)),
    })
    show(report)
    return report.finds.length === 0 ? 0 : 1
  } finally {
    await postgres.stop()
  }
}

/**
 * Describes a finding with a curl command that reproduces it. Tokens are replaced by variables such as
 * $OWNER, because they expire.
 */
function describe(find: Find, out: string): string {
  const { kind, where, what, number, mutations, request } = find
  const head = `FIND ${kind}: ${where}\n  ${what}${number === undefined ? '' : `\n  request ${number}: ${mutations.join('; ') || 'as it is meant'}`}`
  if (!request) return head
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
  const parts = ['curl', '-sS', '-X', request.method, quoted(`$URL${request.path.slice(0, 3000)}`)]
  for (const [name, value] of request.headers)
    parts.push('-H', quoted(`${name}: ${/^Bearer ey/.test(value) ? '$TOKEN' : value.slice(0, 300)}`))
  if (request.body) {
    mkdirSync(out, { recursive: true })
    const path = join(out, `${number}.body`)
    writeFileSync(path, request.body)
    parts.push('--data-binary', `@${path}`)
  }
  return `${head}\n  ${parts.join(' ')}`
}

function show(report: Report): void {
  const { seed, requests, seconds, tallies, finds, memory, longestHoldMs, longestProbeMs } = report
  say(
    `\n${'operation'.padEnd(64)}${['2xx', '4xx', '5xx', '503', 'slowest'].map((name) => name.padStart(9)).join('')}`,
  )
  for (const { operation, done, refused, failed, transient, slowestMs } of tallies) {
    const figures = [done, refused, failed, transient, `${slowestMs} ms`]
    say(nameOf(operation).padEnd(64) + figures.map((figure) => String(figure).padStart(9)).join(''))
  }
  say('')
  for (const { kind, where, what, times } of finds)
    say(`${kind} (${times} times): ${where}: ${what.split('\n')[0]?.slice(0, 200)}`)
  const megabytes = (bytes: number): number => Math.round(bytes / 1e6)
  const grown = (side: 'hub' | 'agent') => ({
    heap: megabytes(memory.after[side].heapUsed - memory.before[side].heapUsed),
    rss: [megabytes(memory.before[side].rss), megabytes(memory.after[side].rss)],
  })
  say(
    JSON.stringify({
      seed,
      requests,
      seconds,
      operations: tallies.length,
      worked: tallies.filter(({ done }) => done > 0).length,
      done: tallies.reduce((sum, { done }) => sum + done, 0),
      refused: tallies.reduce((sum, { refused }) => sum + refused, 0),
      failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
      transient: tallies.reduce((sum, { transient }) => sum + transient, 0),
      longestHoldMs,
      longestProbeMs,
      memoryMb: { hub: grown('hub'), agent: grown('agent') },
      finds: finds.length,
    }),
  )
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).stack ?? error}\n`)
    process.exit(1)
  },
)
