import { parentPort, workerData } from 'node:worker_threads'
import { must } from '#shared/std/must.ts'
import type { DownloadOrder, DownloadThreadData } from './download-messages.ts'
import { runDownload } from './run-download.ts'

/** Runs the download in its own thread, so that parsing 100,000 products does not delay cashiers. */
const port = must(parentPort, 'parentPort')
const { obey, ended } = runDownload(workerData as DownloadThreadData, (report) => port.postMessage(report))
port.on('message', (order: DownloadOrder) => obey(order))

await ended
port.close()
