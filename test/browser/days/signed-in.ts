import type { Browser } from 'playwright-core'
import type { Permission } from '#shared/domain/permissions.ts'
import { OWNER_PASSWORD, type TestHub } from '#test/support/hub.ts'
import { type Hirer, hireAllowed } from '#test/support/people.ts'
import { ConsolePage } from '../console.ts'

/**
 * Opens the console at a path, in a separate browser context, as a new employee with exactly the given
 * permissions.
 */
export async function signedIn(
  { browser, door, shop }: { browser: Browser; door: TestHub; shop: Hirer },
  name: string,
  permissions: readonly Permission[],
  path = '/',
  /** Password of the owner, which is also that of the employee. */
  password = OWNER_PASSWORD,
): Promise<ConsolePage> {
  const console = await ConsolePage.open(browser, door.hub.url)
  await console.goto(path)
  await console.signIn(await hireAllowed(door, shop, name, permissions), password)
  return console
}
