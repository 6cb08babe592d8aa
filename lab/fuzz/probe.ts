import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/** Address that is requested again and again, with its headers. */
export interface Target {
  name: string
  url: string
  headers?: Record<string, string>
}
export interface Probed {
  name: string
  /** Time until the response was complete. */
  ms: number
  /** Time until an idle server had answered a request sent at the same moment. */
  floorMs: number
}

const EVERY_MS = 100

/** Probes from a separate thread, so that the load of the fuzzer does not count. */
export function startProbe(
  targets: Target[],
  onProbed: (probed: Probed) => void,
): { stop(): Promise<number> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: targets })
  worker.on('message', onProbed)
  return { stop: () => worker.terminate() }
}

async function probe(targets: Target[]): Promise<void> {
  const floor = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')
  await new Promise((listening) => floor.once('listening', listening))
  const bare = { name: 'floor', url: `http://127.0.0.1:${(floor.address() as AddressInfo).port}/` }
  for (;;) {
    const requested = targets.map(ask)
    // The floor is measured repeatedly while any request is pending, because the machine may be busy at any
    // moment.
    let isOpen = true
    const all = Promise.all(requested).finally(() => {
      isOpen = false
    })
    let floorMs = 0
    while (isOpen) {
      floorMs = Math.max(floorMs, await ask(bare))
      await new Promise((passed) => setTimeout(passed, 20))
    }
    for (const [index, ms] of (await all).entries())
      parentPort?.postMessage({ name: targets[index]?.name ?? '', ms, floorMs } satisfies Probed)
    await new Promise((passed) => setTimeout(passed, EVERY_MS))
  }
}

function ask({ url, headers = {} }: Target): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const done = (): void => resolve(performance.now() - startedAt)
    request(url, { headers }, (response) => response.resume().on('end', done))
      .on('error', done)
      .end()
  })
}

if (parentPort) void probe(workerData as Target[])
