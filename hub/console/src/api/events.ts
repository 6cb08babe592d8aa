/** An event of a stream (server-sent events, WHATWG HTML). */
export interface ServerEvent {
  id: string
  event: string
  data: string
}

/** Time in ms without data after which a stream counts as broken. The hub sends a keep-alive every 15 seconds. */
const SILENCE_MS = 40_000

/** Reads events as they arrive, until the stream ends. Throws when it breaks or sends nothing for too long. */
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

/** Parses one event. Returns null for a block without data, such as a comment or a connection field. */
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
