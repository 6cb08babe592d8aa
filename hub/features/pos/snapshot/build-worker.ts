import { parentPort } from 'node:worker_threads'
import { must } from '#shared/std/must.ts'
import { buildSnapshot, type SnapshotOrder } from './build-snapshot.ts'
import type { BuildReport } from './build-thread.ts'

const port = must(parentPort)
port.on('message', (order: SnapshotOrder) => {
  const report = (message: BuildReport) => port.postMessage(message)
  buildSnapshot(order).then(
    (snapshot) => report({ snapshot }),
    (failure: unknown) => report({ failure }),
  )
})
