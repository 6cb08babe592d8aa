import { must } from '#shared/std/must.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { ApiClient } from '#test/support/hub.ts'
import { Line } from '#test/support/line.ts'
import { Program } from '#test/support/program.ts'
import type { TestShop } from '#test/support/shop.ts'

export interface HubProcesses extends AsyncDisposable {
  programs: Program[]
  /** Shared address of all processes. Each connection can reach any of them. */
  line: Line
}

/**
 * Starts hub processes on the shop's database behind one shared address. Head office uses the hub in this
 * process, which is never killed.
 */
export async function startHubProcesses(shop: TestShop, count: number): Promise<HubProcesses> {
  const resources = new AsyncDisposableStack()
  const { database, config } = shop.door
  const programs = Array.from({ length: count }, () => {
    const folder = resources.use(createTestFolder())
    const program = new Program('hub', {
      HUB_PORT: '0',
      DATA_DIR: folder.path,
      DATABASE_URL: database.hubUrl,
      DATABASE_POOL_SIZE: '5',
      HUB_SECRET: must(config.secret),
      PUBLIC_URL: must(config.publicUrl),
    })
    resources.defer(() => program.stop())
    return program
  })
  await Promise.all(programs.map((program) => program.start()))
  const line = resources.use(await Line.open(...programs.map((program) => () => program.url)))
  return { programs, line, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** Returns a client of the hub at the given URL. */
export function callerOf(url: string, token?: string): ApiClient {
  const request = (path: RequestInfo | URL, init?: RequestInit) => fetch(new URL(String(path), url), init)
  const hub = {
    url,
    request,
    databaseLost: Promise.withResolvers<void>().promise,
    stop: () => Promise.resolve(),
  }
  return new ApiClient({ hub }, token)
}
