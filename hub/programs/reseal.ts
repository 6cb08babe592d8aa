import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from '../config/config.ts'
import { loadSecret } from '../config/secrets.ts'
import { openCommandDatabase } from '../db/command-database.ts'
import { KeyRing } from '../secrets/key-ring.ts'
import { resealAll } from '../secrets/reseal.ts'

/**
 * Runs `npm run secrets:reseal`, which re-encrypts values sealed with older keys using the first of
 * HUB_SEALING_KEYS (docs/operations.md). Returns the exit code. Throws StartError.
 */
async function main(): Promise<number> {
  const config = readConfig(process.env)
  await using resources = new AsyncDisposableStack()
  const { db } = await openCommandDatabase(config, resources)
  const keyRing = new KeyRing(loadSecret(config.secret, config.dataDir), config.sealingKeys)
  const { resealed, unopened } = await resealAll(db, keyRing)
  const lines = [
    `${resealed} values were sealed with the present key`,
    ...unopened.map((place) => `No key opens ${place}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return unopened.length === 0 ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isExpected = error instanceof StartError
    process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? error)}\n`)
    process.exit(2)
  },
)
