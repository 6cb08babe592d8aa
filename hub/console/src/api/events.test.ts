import { describe, expect, it } from 'vitest'
import { readEvents, type ServerEvent } from './events.ts'

const streamOf = (...chunks: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })

async function all(stream: ReadableStream<Uint8Array>): Promise<ServerEvent[]> {
  const events: ServerEvent[] = []
  for await (const event of readEvents(stream)) events.push(event)
  return events
}

describe('readEvents', () => {
  it('reads events split across chunks, without comments and connection fields', async () => {
    const stream = streamOf(
      'retry: 2000\n\n: still here\n\nid: 1-a\nevent: sale\ndata: {"a"',
      ': 1}\n',
      '\nid: 2-b\nevent: sale\ndata: {"b": "é"}\n\n',
    )
    expect(await all(stream)).toEqual([
      { id: '1-a', event: 'sale', data: '{"a": 1}' },
      { id: '2-b', event: 'sale', data: '{"b": "é"}' },
    ])
  })

  it('drops an incomplete event at the end of the stream', async () => {
    expect(await all(streamOf('id: 1\ndata: {}'))).toEqual([])
  })
})
