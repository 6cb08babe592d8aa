import { expect, it } from 'vitest'
import { type Line, readChunks, readLines } from './read-stream.ts'

const bytes = new TextEncoder()

function streamOf(chunks: Uint8Array[], { ends = true } = {}): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      if (ends) controller.close()
    },
  })
}

async function collect(lines: AsyncIterable<Line>): Promise<string[]> {
  const all: string[] = []
  for await (const { text } of lines) all.push(text)
  return all
}

it('joins lines split across chunks', async () => {
  const whole = bytes.encode('{"a":"Сыр"}\n{"b":1}\n')
  const chunks = Array.from(whole, (byte) => Uint8Array.of(byte))
  expect(await collect(readLines(streamOf(chunks), 1_000))).toEqual(['{"a":"Сыр"}', '{"b":1}'])
})

it('returns every received byte unchanged', async () => {
  const whole = Buffer.from('\ufeff{"a":"Сыр"}\r\n\n{"b":"🧀"}\n{"end')
  for (const size of [1, 2, 3, 7, whole.length]) {
    const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
      whole.subarray(i * size, (i + 1) * size),
    )
    const came: Uint8Array[] = []
    for await (const { bytes: line } of readLines(streamOf(chunks), 1_000)) came.push(Buffer.from(line))
    expect(Buffer.concat(came)).toEqual(whole)
  }
})

it('refuses text that is not UTF-8', async () => {
  const lines = readLines(streamOf([Uint8Array.of(0x22, 0xff, 0x22, 0x0a)]), 1_000)
  await expect(collect(lines)).rejects.toMatchObject({ kind: 'protocol' })
})

it('returns a last line without a line end', async () => {
  expect(await collect(readLines(streamOf([bytes.encode('a\nb')]), 1_000))).toEqual(['a', 'b'])
})

it('times out on a body that stalls', async () => {
  const lines = readLines(streamOf([bytes.encode('a\n')], { ends: false }), 20)
  await expect(collect(lines)).rejects.toMatchObject({ kind: 'timeout' })
})

it('refuses a line of more than four megabytes', async () => {
  const chunk = bytes.encode('x'.repeat(1024 * 1024))
  const lines = readLines(streamOf(Array.from({ length: 5 }, () => chunk)), 1_000)
  await expect(collect(lines)).rejects.toMatchObject({ kind: 'protocol' })
})

it('accepts a line of up to four megabytes', async () => {
  const megabyte = bytes.encode('x'.repeat(1024 * 1024))
  const whole = [megabyte, megabyte, megabyte, megabyte]
  const [line] = await collect(readLines(streamOf(whole), 60_000))
  expect(line?.length).toBe(4 * 1024 * 1024)
})

it('reports a read error, and releases a body that is not UTF-8', async () => {
  let isLetGo = false
  const body = (pull: (controller: ReadableStreamDefaultController) => void) =>
    new ReadableStream<Uint8Array>({
      pull,
      cancel: () => {
        isLetGo = true
      },
    })
  const broken = body((controller) =>
    controller.error(new TypeError('terminated', { cause: { code: 'ECONNRESET' } })),
  )
  await expect(collect(readLines(broken, 60_000))).rejects.toMatchObject({ kind: 'broken_off' })
  const notText = body((controller) => controller.enqueue(Uint8Array.of(0xff, 0x0a)))
  await expect(collect(readLines(notText, 60_000))).rejects.toThrow('The hub sent text that is not UTF-8')
  expect(isLetGo).toBe(true)
})

it('returns chunks until the body ends', async () => {
  const pieces: number[] = []
  for await (const piece of readChunks(streamOf([bytes.encode('ab'), bytes.encode('c')]), 60_000))
    pieces.push(piece.length)
  expect(pieces).toEqual([2, 1])
})
