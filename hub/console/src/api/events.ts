/** An event of a stream (WHATWG HTML, server-sent events). */
export interface ServerEvent {
  id: string
  event: string
  data: string
}

/** A stream that has been silent for so long is broken: the hub says each 15 seconds that it is still there. */
const SILENCE_MS = 40_000

/** Reads events as they come, until the stream ends. Throws when it breaks, or falls silent. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let pending = ''
  try {
    while (true) {
      const { value, done } = await orSilent(reader.read())
      if (done) return
      pending += value
      const blocks = pending.split('\n\n')
      pending = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventIn(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function orSilent<Read>(reading: Promise<Read>): Promise<Read> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The stream has fallen silent')), SILENCE_MS)
  return Promise.race([reading, promise]).finally(() => clearTimeout(timer))
}

/** null: a comment, or a word about the connection. */
function eventIn(block: string): ServerEvent | null {
  const fields = new Map(
    block.split('\n').flatMap((line) => {
      const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
      return name ? [[name, value] as const] : []
    }),
  )
  const data = fields.get('data')
  return data === undefined
    ? null
    : { id: fields.get('id') ?? '', event: fields.get('event') ?? 'message', data }
}
