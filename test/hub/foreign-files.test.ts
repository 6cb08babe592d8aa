import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allOf, ForeignReader, type ReaderLimits } from '#hub/foreign-files/foreign-reader.ts'
import { Problem } from '#shared/problems/problem.ts'
import { createTestFolder } from '#test/support/folders.ts'

const MB = 1024 ** 2
const LIMITS: ReaderLimits = {
  memoryBytes: 200 * MB,
  processorSeconds: 30,
  deadlineMs: 100_000,
  answerBytes: 10 * MB,
  atOnce: 2,
}
const FAULTS = new URL('../../hub/foreign-files/file-fault.ts', import.meta.url).href

describe('reader processes for untrusted files', () => {
  const folder = createTestFolder()
  let file: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    file = await open(join(folder.path, 'file'), 'w+')
    await file.writeFile('foreign')
  })
  afterAll(async () => {
    await file.close()
    folder.remove()
  })

  /**
   * Returns the values yielded by a reader with the given body. The body can use the variables `file` and
   * `asked`.
   */
  const read = (
    body: string,
    limits: Partial<ReaderLimits> = {},
    signal?: AbortSignal,
  ): Promise<unknown[]> => {
    const text = `import { FileFault } from '${FAULTS}'; export async function* read(file, asked) { ${body} }`
    const module = new URL(`data:text/javascript,${encodeURIComponent(text)}`)
    const reader = new ForeignReader<string, unknown>(module, { ...LIMITS, ...limits })
    return reader.read('an organization', file, 'asked', allOf, signal)
  }
  const detailOf = async (reading: Promise<unknown>): Promise<string | undefined> => {
    const error = await reading.then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!(error instanceof Problem)) throw error
    expect(error.code).toBe('invalid_request')
    expect(error.options.errors?.[0]?.pointer).toBe('#/file')
    return error.options.errors?.[0]?.detail
  }
  const TOO_MUCH = expect.stringContaining('takes too much memory or time')

  it('passes values and bytes through unchanged, and lets a reader open the file twice', async () => {
    const body = `for (const _ of [1, 2]) for await (const chunk of file.open()) yield chunk
      yield { asked, end: String(await file.read(4, 100)), size: file.sizeBytes }`
    expect(await read(body)).toEqual([
      Buffer.from('foreign'),
      Buffer.from('foreign'),
      { asked: 'asked', end: 'ign', size: 7 },
    ])
  })

  it('reports a file error thrown by the reader', async () => {
    expect(await detailOf(read(`throw new FileFault({ message: 'is odd' })`))).toBe('is odd')
  })

  it.each([
    ['fills the JavaScript heap', 'const all = []; for (;;) all.push(Array(10_000).fill(all.length))'],
    ['fills memory outside of the heap', 'const all = []; for (;;) all.push(Buffer.alloc(1e6, 1))'],
    ['aborts its process', 'process.abort()'],
    ['returns too much in total', `for (;;) yield 'x'.repeat(100_000)`],
    ['returns too much at once', `yield Buffer.alloc(80 * ${MB})`],
  ])('refuses a file whose reader %s', async (_, body) => {
    expect(await detailOf(read(body, { memoryBytes: 300 * MB }))).toEqual(TOO_MUCH)
  })

  it('refuses a file whose reader exceeds the CPU time limit', async () => {
    expect(await detailOf(read('for (;;);', { processorSeconds: 2 }))).toEqual(TOO_MUCH)
  })

  it('refuses a file whose reader exceeds the deadline', async () => {
    const body = 'yield 1; setInterval(() => {}, 1000); await new Promise(() => {})'
    expect(await detailOf(read(body, { deadlineMs: 10_000 }))).toEqual(TOO_MUCH)
  })

  it('denies the reader process access to the environment, files and child processes', async () => {
    process.env.COUNTERFOIL_SECRET_OF_THE_TEST = 'secret'
    const body = `const { readFileSync, writeFileSync } = await import('node:fs')
      const { spawnSync } = await import('node:child_process')
      const codeOf = (work) => { try { work(); return 'done' } catch (error) { return error.code } }
      yield Object.keys(process.env)
      yield [() => readFileSync('${folder.path}/file'), () => writeFileSync('${folder.path}/x', ''), () => spawnSync('ls'),
        () => process.dlopen({ exports: {} }, 'x.node')].map(codeOf)`
    const [env, codes] = await read(body)
    expect(env).toEqual([])
    const [refused] = ['ERR_ACCESS_DENIED']
    expect(codes).toEqual([refused, refused, refused, 'ERR_DLOPEN_DISABLED'])
  })

  it('distinguishes an error of the reader from an error in the file', async () => {
    await expect(read('null.x')).rejects.toThrow('a reader process has failed: TypeError')
    const missing = new ForeignReader<null, unknown>(new URL('./missing.ts', import.meta.url), LIMITS)
    await expect(missing.read('x', file, null, allOf)).rejects.toThrow('ERR_MODULE_NOT_FOUND')
  })

  it('ends the reader process when the signal aborts or the consumer stops reading', async () => {
    const reason = new Error('the hub stops')
    const stop = new AbortController()
    const module = (body: string) => new URL(`data:text/javascript,export async function* read() { ${body} }`)
    const endless = new ForeignReader<null, number>(module('for (let n = 0; ; n += 1) yield n'), LIMITS)
    const reading = endless.read(
      ...(['x', file, null] as const),
      async (answers) => {
        for await (const answer of answers) if (answer === 3) stop.abort(reason)
      },
      stop.signal,
    )
    await expect(reading).rejects.toBe(reason)
    expect(await endless.read('x', file, null, async (answers) => (await answers.next()).value)).toBe(0)
  })
})
