import { type MessagePort, parentPort } from 'node:worker_threads'
import type { DownloadThreadData } from '#edge/sync/download/download-messages.ts'
import { runDownload } from '#edge/sync/download/run-download.ts'
import { must } from '#shared/std/must.ts'

must(parentPort, 'parentPort').on(
  'message',
  ({ data, port }: { data: DownloadThreadData; port: MessagePort }) => {
    const { obey, ended } = runDownload(data, (report) => port.postMessage(report))
    port.on('message', obey)
    void ended.finally(() => port.close())
  },
)
