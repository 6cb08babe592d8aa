import { parentPort, workerData } from 'node:worker_threads'
import { must } from '#shared/std/must.ts'
import type { DownloadOrder, DownloadThreadData } from './download-messages.ts'
import { runDownload } from './run-download.ts'

/** The thread of the download: parsing 100,000 products here is felt by no cashier there. */
const port = must(parentPort, 'parentPort')
const { obey, ended } = runDownload(workerData as DownloadThreadData, (report) => port.postMessage(report))
port.on('message', (order: DownloadOrder) => obey(order))

await ended
port.close()
