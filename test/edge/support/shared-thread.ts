import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { DownloadSide, DownloadThreadOptions } from '#edge/sync/download/download-thread.ts'

let thread: Worker | undefined

/**
 * Runs the downloads of all agents of the test process in one thread, because starting a thread takes longer
 * than most tests.
 */
export function downloadInSharedThread({
  onReport,
  onCrash: _,
  ...data
}: DownloadThreadOptions): DownloadSide {
  thread ??= new Worker(new URL('./shared-thread-worker.ts', import.meta.url))
  thread.unref()
  const { port1: port, port2: itsPort } = new MessageChannel()
  const ended = once(port, 'close')
  port.on('message', onReport)
  thread.postMessage({ data, port: itsPort }, [itsPort])
  return {
    tell: (order) => port.postMessage(order),
    stop: async () => {
      port.postMessage({ type: 'stop' })
      await ended
    },
  }
}
