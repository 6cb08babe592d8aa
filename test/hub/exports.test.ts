import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { readXlsx } from 'hucre/xlsx'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { type Cell, dayColumn, type ExportColumn, momentColumn } from '#hub/exports/export-column.ts'
import { pagesOf } from '#hub/exports/pages-of.ts'
import { type Export, sendExport } from '#hub/exports/send-export.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { ExportQuery } from '#shared/contracts/exports.ts'

interface Row {
  name: Cell
  price: Cell
}
const COLUMNS: ExportColumn<Row>[] = [
  { header: { en: 'Name', ru: 'Название' }, value: (row) => row.name },
  { header: { en: 'Price', ru: 'Цена' }, value: (row) => row.price },
]
const DATED: ExportColumn<Row>[] = [
  dayColumn('Day', 'День', (row) => String(row.name)),
  momentColumn('Moment', 'Момент', (row) => row.price as Date),
]
const TITLE = { en: 'Goods', ru: "Товары 'и' (все)" }

async function* onePage(...rows: Row[]) {
  yield rows
}

function appWith(pages: () => Export<Row>['pages'], columns = COLUMNS): Hono<HubEnv> {
  return new Hono<HubEnv>().get('/export', (c) => {
    c.set('log', pino({ level: 'silent' }))
    return sendExport(c, ExportQuery.parse(c.req.query()), {
      title: TITLE,
      columns,
      pages: pages(),
      timeZone: 'Asia/Almaty',
    })
  })
}

const answerTo = (query: string, pages = onePage(), headers: Record<string, string> = {}) =>
  Promise.resolve(appWith(() => pages).request(`/export?${query}`, { headers }))

/** Returns the text of a response including its byte-order mark. */
const textOf = async (response: Response) => Buffer.from(await response.arrayBuffer()).toString()

describe('CSV exports', () => {
  it('writes a byte-order mark, and quotes values with quotes, commas or line breaks', async () => {
    const response = await answerTo(
      '',
      onePage({ name: 'A "b", c\nd', price: 1.5 }, { name: null, price: true }),
    )
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(await textOf(response)).toBe('\ufeffName,Price\r\n"A ""b"", c\nd",1.5\r\n,true\r\n')
  })

  it('writes only the header line when there are no rows', async () => {
    expect(await textOf(await answerTo(''))).toBe('\ufeffName,Price\r\n')
  })

  it.each(['=1+1', '+7', '-cmd', '@a', '\tx', '\rx', '\nx', '＝1'])(
    'prefixes the value %j so that a spreadsheet does not run it as a formula',
    async (name) => {
      const text = await textOf(await answerTo('', onePage({ name, price: -1 })))
      const [, ...rest] = text.split('Price\r\n')
      expect(rest.join('').replaceAll('"', '')).toBe(`'${name},-1\r\n`)
    },
  )

  it.each(['00123', '01', '460005100005', '4600051000057', '4600051000057123', '12E5', '1e-3'])(
    'writes the code %j so that a spreadsheet does not change it',
    async (name) => {
      const text = await textOf(await answerTo('', onePage({ name, price: 7 })))
      expect(text).toContain(`"=""${name}""",7\r\n`)
    },
  )

  it.each(['0', '123', '46000510005', '001 234', 'A007', 'E5', ''])(
    'writes the value %j unchanged',
    async (name) => {
      const text = await textOf(await answerTo('language=ru', onePage({ name, price: 7 })))
      expect(text).toContain(`\r\n${name};7\r\n`)
    },
  )

  it('writes times in the time zone of the organization', async () => {
    const price = new Date('2026-03-01T19:00:00.900Z')
    expect(await textOf(await answerTo('', onePage({ name: 'x', price })))).toContain(
      'x,2026-03-02 00:00:00\r\n',
    )
  })

  it('uses semicolons and decimal commas for Russian spreadsheets', async () => {
    const rows = [
      { name: 'a;b', price: -1234.5 },
      { name: 'a,b', price: 7 },
      { name: '-x', price: new Date('2026-03-01T10:00:00Z') },
    ]
    expect(await textOf(await answerTo('language=ru', onePage(...rows)))).toBe(
      `\ufeffНазвание;Цена\r\n"a;b";-1234,5\r\na,b;7\r\n'-x;2026-03-01 15:00:00\r\n`,
    )
  })
})

describe('XLSX exports', () => {
  it('writes text, numbers and booleans as separate cell types', async () => {
    const rows = [
      { name: '=1+1', price: -1.25 },
      { name: ' a<b\u0001\uffff', price: false },
    ]
    const response = await answerTo('format=xlsx&language=ru', onePage(...rows))
    expect(response.headers.get('Content-Type')).toContain('spreadsheetml')
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
    expect(sheets[0]?.name).toBe("Товары 'и' (все)")
    expect(sheets[0]?.rows).toEqual([
      ['Название', 'Цена'],
      ['=1+1', -1.25],
      [' a<b\u0001\ufffd', false],
    ])
  })
})

it('writes dates as date cells, and times in the time zone of the organization', async () => {
  const price = new Date('2026-03-01T19:30:15Z')
  const rows = [
    { name: '2026-02-28', price },
    { name: '1899-12-31', price: null },
  ]
  const response = await appWith(() => onePage(...rows), DATED).request('/export?format=xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()), { readStyles: true })
  expect(sheets[0]?.rows.slice(1)).toEqual([
    [new Date('2026-02-28T00:00:00Z'), new Date('2026-03-02T00:30:15Z')],
    ['1899-12-31', null],
  ])
  const formats = [0, 1].map((column) => sheets[0]?.cells?.get(`1,${column}`)?.style?.numFmt)
  expect(formats).toEqual(['yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss'])
})

describe('exports in any format', () => {
  it.each([
    ['language=ru', '', 'ru'],
    ['', 'ru-RU,en;q=0.5', 'ru'],
    ['', 'kk,ru;q=0.3,en;q=0.9', 'en'],
    ['', 'kk', 'en'],
    ['language=en', 'ru', 'en'],
  ])('uses the requested language: %s %s', async (query, accepted, language) => {
    const response = await answerTo(query, onePage(), { 'Accept-Language': accepted })
    expect(response.headers.get('Content-Language')).toBe(language)
    expect(await textOf(response)).toContain(language === 'ru' ? 'Название' : 'Name')
  })

  it('sends the localized file name with an ASCII fallback', async () => {
    const { headers } = await answerTo('language=ru')
    expect(headers.get('Content-Disposition')).toBe(
      `attachment; filename="Goods.csv"; filename*=UTF-8''${encodeURIComponent('Товары')}%20%27${encodeURIComponent('и')}%27%20%28${encodeURIComponent('все')}%29.csv`,
    )
  })

  it('responds with status 500 when the export fails before the first row', async () => {
    const failing = pagesOf<Row>(async () => {
      throw new Error('no database')
    })
    expect((await answerTo('', failing as never)).status).toBe(500)
  })

  it.each(['csv', 'xlsx'])(
    'resets the connection when the export fails in the middle of %s',
    async (format) => {
      async function* failing() {
        yield filledPage()
        throw new Error('the database went away')
      }
      await using door = await open(failing)
      const response = await fetch(`${door.url}?format=${format}`)
      expect(response.status).toBe(200)
      await expect(response.arrayBuffer()).rejects.toThrow()
    },
  )

  it.each(['csv', 'xlsx'])('pauses and stops reading rows with the client: %s', async (format) => {
    let read = 0
    await using door = await open(() =>
      pagesOf(async (_, limit) => {
        read += 1
        return filledPage(limit)
      }),
    )
    const [response] = (await once(get(`${door.url}?format=${format}`), 'response')) as [IncomingMessage]
    response.pause()
    const ahead = await settled(() => read)
    expect(ahead).toBeLessThan(200)
    response.destroy()
    const left = await settled(() => read)
    expect(left - ahead).toBeLessThan(5)
  })
})

describe('pages of a list', () => {
  it('requests each page after the last row of the previous page', async () => {
    const numbers = Array.from({ length: 7 }, (_, index) => index)
    const requested: (number | undefined)[] = []
    const pages = pagesOf(async (after: number | undefined, limit) => {
      requested.push(after)
      return numbers.filter((number) => number > (after ?? -1)).slice(0, limit)
    }, 3)
    const read: number[][] = []
    for await (const page of pages) read.push(page)
    expect(read).toEqual([[0, 1, 2], [3, 4, 5], [6]])
    expect(requested).toEqual([undefined, 2, 5])
  })
})

/** Returns rows with random content that hardly compresses. */
const filledPage = (rows = 1000): Row[] =>
  Array.from({ length: rows }, () => ({ name: randomBytes(300).toString('latin1'), price: Math.random() }))

async function open(pages: () => AsyncIterable<Row[]>): Promise<{ url: string } & AsyncDisposable> {
  const server = serve({ fetch: appWith(pages).fetch, hostname: '127.0.0.1', port: 0 }) as Server
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/export`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Interval in milliseconds after which an unchanged number counts as settled, even on a busy machine. */
const CALM_MS = 1000

/** Resolves with the number once it stops changing. */
async function settled(current: () => number): Promise<number> {
  while (true) {
    const before = current()
    await delay(CALM_MS)
    if (current() === before) return before
  }
}
