import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/** Address to be requested repeatedly, with headers. */
export interface Target {
  name: string
  url: string
  headers?: Record<string, string>
}
export interface Probed {
  name: string
  /** Time in ms until the response was complete. */
  ms: number
  /** Time in ms until an idle server had answered a request sent at the same time. */
  floorMs: number
}

const EVERY_MS = 100

/** Starts probing from a separate thread, so that the load of the fuzzer does not affect the times. */
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
    // Measures the floor repeatedly while a request is pending, because the machine can become busy at any
    // time.
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
