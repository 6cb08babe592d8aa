import { parseArgs } from 'node:util'
import { Email } from '#shared/contracts/account/auth.ts'
import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from '../config/config.ts'
import { openCommandDatabase } from '../db/command-database.ts'
import { checkSignIn } from '../db/sign-in-role.ts'
import { ADDRESS_LINK_HOURS, makeAddressLink } from '../features/account/address/send-link.ts'
import { inviteSuperAdmin, LINK_HOURS } from '../features/platform/setup/invite-super-admin.ts'

const USAGE = `npm run hub:admin -- --email ADDRESS [--without-second-factor | --prove-address]

Creates a SuperAdmin, or restores access after a lost password: prints a link to choose a password, which works once,
for ${LINK_HOURS} hours. --without-second-factor removes a lost second factor.
--prove-address is for a hub that sends no mail: prints the link that proves the address of an account, which works once, for
${ADDRESS_LINK_HOURS} hours. Give it only to the owner of the address: it can choose a new password.
The database is the hub's: DATABASE_URL, or the one in the data folder of a hub that is not running.
`

/**
 * Prints a link with which a SuperAdmin sets a password or, with `--prove-address`, an account verifies its
 * email address. Returns the exit code. Throws StartError.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      'without-second-factor': { type: 'boolean', default: false },
      'prove-address': { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  const email = Email.safeParse(values.email)
  if (values.help || !email.success) {
    process.stderr.write(USAGE)
    return 2
  }
  const config = readConfig(process.env)
  await using resources = new AsyncDisposableStack()
  const { db, url } = await openCommandDatabase(config, resources)
  await checkSignIn(url)
  const ownUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
  const link = await db.platform((tx) =>
    values['prove-address']
      ? makeAddressLink(tx, email.data, ownUrl)
      : inviteSuperAdmin(tx, email.data, ownUrl, { withoutFactor: values['without-second-factor'] }),
  )
  process.stdout.write(`${link}\n`)
  return 0
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isExpected =
      error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE')
    process.stderr.write(`${isExpected ? (error as Error).message : ((error as Error).stack ?? error)}\n`)
    process.exit(2)
  },
)
