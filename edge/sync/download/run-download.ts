import { Download } from './download.ts'
import type { DownloadOrder, DownloadReport, DownloadThreadData, Failure } from './download-messages.ts'

export interface RunningDownload {
  obey(order: DownloadOrder): void
  /** Resolves after the stop order, when the files are closed. */
  ended: Promise<void>
}

/**
 * Runs a download that communicates with the rest of the agent only by messages, so that it can run in its
 * own thread.
 */
export function runDownload(
  data: DownloadThreadData,
  report: (message: DownloadReport) => void,
): RunningDownload {
  const stopping = new AbortController()
  let answered: ((failure: Failure | null) => void) | null = null
  const download = new Download({
    ...data,
    report,
    ask: (requestType) =>
      new Promise<void>((resolve, reject) => {
        answered = (failure) =>
          failure ? reject(Object.assign(new Error(failure.message), failure)) : resolve()
        report({ type: requestType })
      }),
  })
  const handlers: {
    [Type in DownloadOrder['type']]: (order: Extract<DownloadOrder, { type: Type }>) => void
  } = {
    done: ({ failure }) => answered?.(failure),
    'hub-answers': () => download.hubAnswers(),
    'try-now': () => download.tryNow(),
    damaged: () => download.replicaIsDamaged(),
    resnapshot: () => download.resnapshot(),
    stop: () => stopping.abort(),
  }
  return { obey: (order) => handlers[order.type](order as never), ended: download.run(stopping.signal) }
}
