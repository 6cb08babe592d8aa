import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { NATIONAL_UNITS } from '#shared/catalog/national-units.ts'
import { MAX_ROWS_AT_ONCE } from '#shared/contracts/catalog/product-imports.ts'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { type Answer, ApiClient, type Organization, signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { hire, hireWithout } from '#test/support/people.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { until } from '#test/support/until.ts'

const BASE = '/api/catalog/products'
const EXT = `${BASE}/import/ext-csv`
const OWN = `${BASE}/import-csv`
/** A price of goods.csv is in roubles. */
const EXT_IN_TENGE = `${EXT}?rates=RUB=5.2`
const FIXTURES = join(import.meta.dirname, '../../fixtures/ext-csv')

const fixture = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(FIXTURES, name)))
const bytesOf = (text: string) => new TextEncoder().encode(text)
const csvOf = (...lines: string[]) => bytesOf(lines.map((line) => `${line}\n`).join(''))

/** As a page's form sends it. */
async function sendForm(api: ApiClient, path: string, content: Uint8Array<ArrayBuffer>): Promise<Answer> {
  const form = new FormData()
  form.append('file', new File([content], 'goods.csv'))
  const request = new Request('http://hub', { method: 'POST', body: form })
  const body = new Uint8Array(await request.arrayBuffer())
  return api.with({ 'Content-Type': request.headers.get('Content-Type') ?? '' }).sendBytes(path, body)
}

const sendCsv = (api: ApiClient, path: string, content: string | Uint8Array<ArrayBuffer>) =>
  api
    .with({ 'Content-Type': 'text/csv' })
    .sendBytes(path, typeof content === 'string' ? bytesOf(content) : content)

describe('imports of products', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })

  async function productsOf(api: ApiClient): Promise<Answer['body'][]> {
    const { body } = await api.get(`${BASE}?pageSize=500&sort=code`)
    return body.items
  }
  const byCode = async (api: ApiClient, code: string) =>
    (await productsOf(api)).find((product) => product.code === code)

  describe('from a file of an accounting system', () => {
    it('bring in every field', async () => {
      const { api } = await signUp(door)
      const answer = await sendForm(api, EXT_IN_TENGE, fixture('goods.csv'))
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(answer.body).toMatchObject({
        created: 5,
        updated: 0,
        unchanged: 0,
        groupsCreated: expect.arrayContaining(['Одежда', 'Одежда/Платья', 'Обувь/Зимняя', 'Продукты/Сыры']),
        priceTypesCreated: ['Опт'],
        counterpartiesCreated: ['ООО "Текстиль"', 'ИП Молоко'],
        countriesCreated: [],
      })
      const wholesale = (await api.get('/api/catalog/price-types?search=Опт')).body.items[0].id
      const dress = await byCode(api, '00101')
      expect(dress).toMatchObject({
        id: '0b9f1b1e-5a7c-11ee-0a80-0f8c00112233',
        name: 'Платье "Лён", летнее',
        externalCode: '3UHfAid1jaMiwgBuNvnsf3',
        article: 'OmJ 7100_0',
        groupPath: 'Одежда/Платья',
        unitName: 'шт',
        retailPrice: 1320,
        prices: expect.arrayContaining([{ priceTypeId: wholesale, value: 1190.5 }]),
        cost: 880,
        minPrice: 900,
        minStock: 2,
        barcodes: [{ value: '4006381333931', type: 'Ean13' }],
        description: 'Первая строка\nвторая; с точкой с запятой',
        vatRate: 12,
        weight: 0.35,
        volume: 0.002,
        kind: 'Good',
        isArchived: false,
      })
      expect(await byCode(api, '00102')).toMatchObject({
        name: 'Платье летнее (красный, 44)',
        barcodes: [{ value: 'Z-00102', type: 'Code128' }],
      })
      expect(await byCode(api, '00103')).toMatchObject({
        groupPath: 'Обувь/Зимняя',
        unitName: 'упак',
        retailPrice: 24990,
        cost: 12345.6789,
        minPrice: null,
        vatRate: null,
        useGroupVat: false,
        paymentSubject: 'Excisable',
        isDiscountProhibited: true,
        isArchived: true,
        barcodes: [{ value: '96385074', type: 'Ean8' }],
      })
      expect(await byCode(api, '00104')).toMatchObject({
        unitName: 'кг',
        // 3 450 roubles at 5.2; the cost is in tenge.
        ...{ retailPrice: 17_940, cost: 2900 },
        isWeighed: true,
        vatRate: 0,
        minStock: 1.5,
        barcodes: [
          { value: '4600051000057', type: 'Ean13' },
          { value: '001234567895', type: 'UpcA' },
        ],
      })
      expect(await byCode(api, '00105')).toMatchObject({
        kind: 'Service',
        barcodes: [{ value: '4006381333930', type: 'Code128' }],
      })
    })

    it('come back from our own export without loss', async () => {
      const { api } = await signUp(door)
      for (const name of ['goods.csv', 'headings.csv', 'goods-1c.csv'])
        await sendForm(api, EXT_IN_TENGE, fixture(name))
      for (const language of ['en', 'ru']) {
        const exported = await (await api.raw(`${BASE}/export?language=${language}`)).text()
        const same = await sendCsv(api, OWN, exported)
        expect(same.body, JSON.stringify(same.body)).toMatchObject({ created: 0, updated: 0 })
        const { api: other } = await signUp(door)
        const copied = await sendCsv(other, OWN, exported)
        expect(copied.status, JSON.stringify(copied.body)).toBe(200)
        expect((await productsOf(other)).map(comparable)).toEqual((await productsOf(api)).map(comparable))
        expect(await (await other.raw(`${BASE}/export?language=${language}`)).text()).toHaveLength(
          exported.length,
        )
      }
    })

    it('say what they left out or found odd', async () => {
      const { api } = await signUp(door)
      const { body } = await sendForm(api, EXT_IN_TENGE, fixture('goods.csv'))
      expect(body.ignoredColumns.map(({ column }: { column: string }) => column)).toEqual([
        'Доп. поле: Полка',
      ])
      const warned = body.warnings.map((remark: Answer['body']) => [remark.row, remark.column])
      expect(warned).toContainEqual([7, 'Штрихкод EAN13'])
      expect(body.groups.at(-1)).toMatchObject({ row: 7, reason: 'import' })
    })

    it('change nothing the second time', async () => {
      const { api } = await signUp(door)
      for (const name of ['goods.csv', 'headings.csv', 'goods-1c.csv']) {
        expect((await sendForm(api, EXT_IN_TENGE, fixture(name))).status).toBe(200)
        const before = await productsOf(api)
        const again = await sendForm(api, EXT_IN_TENGE, fixture(name))
        expect([again.body.created, again.body.updated, again.body.groupsCreated]).toEqual([0, 0, []])
        expect(await productsOf(api)).toEqual(before)
      }
    })

    it('take rows for groups', async () => {
      const { api } = await signUp(door)
      const { body } = await sendCsv(api, EXT, fixture('headings.csv'))
      expect(body.groupsCreated).toEqual(['Чай', 'Напитки', 'Напитки/Кофе', 'Посуда'])
      const paths = (await productsOf(api)).map(({ code, groupPath, retailPrice }) => [
        code,
        groupPath,
        retailPrice,
      ])
      expect(paths).toEqual([
        ['T1', 'Чай', 650],
        ['T2', 'Чай', 1250.5],
        ['T3', 'Напитки/Кофе', 4200],
        ['T4', 'Посуда', 990],
        ['T5', 'Посуда', 1],
      ])
      expect((await byCode(api, 'T5'))?.name).toBe('=HYPERLINK("http://x")')
    })

    it('know the columns of 1C', async () => {
      const { api } = await signUp(door)
      const { body } = await sendCsv(api, EXT, fixture('goods-1c.csv'))
      expect(body).toMatchObject({ created: 2, priceTypesCreated: ['Оптовая цена'] })
      const [milk] = (await api.get(`${BASE}?search=Молоко`)).body.items
      expect(milk).toMatchObject({
        article: 'M-32',
        unitName: 'шт',
        retailPrice: 495,
        groupPath: 'Молочные',
        code: '00001',
        barcodes: [{ value: '4870001234560', type: 'Ean13' }],
      })
    })

    it('find a group for what has none', async () => {
      const { api } = await signUp(door)
      const products = ['Чай белый', 'Чай красный', 'Чай улун'].map((name, at) => `${name};x${at};Напитки`)
      await sendCsv(api, EXT, ['Наименование;Внешний код;Группа', ...products].join('\n'))
      const file = 'Наименование;Внешний код\nЧай пуэр;y1\nНоски;y2\nЧай белый;x0'
      const { body } = await sendCsv(api, EXT, file)
      expect(body.groups).toEqual([
        { row: 2, group: 'Напитки', reason: 'firstWord' },
        { row: 3, group: expect.stringMatching(/^Импорт \d{4}-\d\d-\d\d$/), reason: 'import' },
        { row: 4, group: 'Напитки', reason: 'kept' },
      ])
    })

    it('refuse the whole file for its faults', async () => {
      const { api } = await signUp(door)
      const answer = await sendForm(api, EXT, fixture('faults.csv'))
      expect([answer.status, answer.body.code, answer.body.errorsTotal]).toEqual([400, 'invalid_request', 7])
      expect(answer.body.errors.map((e: Answer['body']) => [e.row, e.column, e.value])).toEqual([
        [2, 'Цена: Цена продажи', 'дорого'],
        [3, 'Наименование', ''],
        [4, 'Цена: Цена продажи', '10,001'],
        [4, 'Штрихкод EAN13', '4,60E+12'],
        [5, 'Цена: Цена продажи', '-5'],
        [5, 'Архивный', 'может быть'],
        [5, 'НДС', '120'],
      ])
      expect(answer.body.errors[0].pointer).toBe('#/rows/2/Цена: Цена продажи')
      const other = await sendForm(api, EXT, fixture('wrong-units.csv'))
      expect(other.body.errors.map((e: Answer['body']) => [e.row, e.column])).toEqual([
        [2, 'Единица измерения'],
        [4, 'Код'],
      ])
      expect(await productsOf(api)).toEqual([])
    })
  })

  describe('of units of measure', () => {
    it('take the ordinary ones in their usual spellings, in one go', async () => {
      const { api } = await signUp(door)
      const { status, body } = await sendForm(api, EXT, fixture('units.csv'))
      expect([status, body.created, body.errorsTotal]).toEqual([200, 26, 0])
      expect(body.unitsEnabled).toContain('бут')
      const enabled = (await api.get('/api/catalog/units-of-measure?pageSize=200')).body
      const bottle = enabled.items.find((unit: Answer['body']) => unit.code === '868')
      expect(bottle).toMatchObject({ nameEn: 'bottle', nameKk: 'бөтелке', isFractional: false })
      const rest = (await api.get('/api/catalog/units-of-measure?isEnabled=false&pageSize=200')).body
      expect(rest.items.map(({ code }: { code: string }) => code)).toContain('872')
      expect(rest.items.map(({ id }: { id: string }) => id)).not.toContain(bottle.id)
      expect(rest.total + enabled.total).toBe(NATIONAL_UNITS.length)
    })

    it('take the words of the file for what they are told to be', async () => {
      const { api } = await signUp(door)
      const file = csvOf('Наименование;Код;Единица измерения', 'Мёд;1;Бочка.', 'Лёд;2;шайба', 'Чай;3;шт')
      expect((await sendForm(api, EXT, file)).status).toBe(400)
      const told = `${EXT}?units=${encodeURIComponent('бочка=кг;Шайба=796')}`
      expect((await sendForm(api, told, file)).body).toMatchObject({ created: 3, errorsTotal: 0 })
      const units = await Promise.all(
        (await productsOf(api)).map(async ({ code, unitOfMeasureId }: Answer['body']) => [
          code,
          (await api.get(`/api/catalog/units-of-measure/${unitOfMeasureId}`)).body.name,
        ]),
      )
      expect(units.sort()).toEqual([
        ['1', 'кг'],
        ['2', 'шт'],
        ['3', 'шт'],
      ])
      for (const wrong of ['бочка', 'бочка=', 'бочка=ковш', 'a=b=c']) {
        const refused = await sendForm(api, `${EXT}?units=${encodeURIComponent(wrong)}`, file)
        expect([wrong, refused.status]).toEqual([wrong, 400])
      }
    })
  })

  describe('of which some rows have faults', () => {
    const FILE = [
      'Наименование;Код;Группа;Единица измерения;НДС',
      'Чай;1;;шт;12',
      'Мёд;2;;бочка;12',
      'Соль;3;;шт;много',
      'Хлеб;4;;шт;0',
      'Булка;4;;шт;0',
    ]

    it('are imported without these rows when that is wanted, and the rows are named', async () => {
      const { api } = await signUp(door)
      const file = csvOf(...FILE)
      const refused = await sendForm(api, EXT, file)
      expect([refused.status, (await productsOf(api)).length]).toEqual([400, 0])
      const { status, body } = await sendForm(api, `${EXT}?onFaults=skip`, file)
      expect(status).toBe(200)
      expect(body).toMatchObject({ created: 2, errorsTotal: 2 })
      expect(body.errors.map((each: Answer['body']) => [each.row, each.column, each.value])).toEqual([
        [4, 'НДС', 'много'],
        [3, 'Единица измерения', 'бочка'],
      ])
      expect((await productsOf(api)).map(({ code }: Answer['body']) => code).sort()).toEqual(['1', '4'])
      const again = await sendForm(api, `${EXT}?onFaults=skip`, csvOf(FILE[0] ?? '', 'Мёд;2;;кг;12'))
      expect(again.body).toMatchObject({ created: 1, errorsTotal: 0 })
    })

    it('are imported in the background in the same way', async () => {
      const { api } = await signUp(door)
      const many = Array.from({ length: 5001 }, (_, i) => `P${i};p${i};;шт;12`)
      const { status, body } = await sendForm(api, `${EXT}?onFaults=skip`, csvOf(...FILE, ...many))
      expect(status).toBe(202)
      const done = await until('the import is done', async () => {
        const record = (await api.get(`${BASE}/imports/${body.id}`)).body
        return record.status === 'Done' && record
      })
      expect(done.outcome).toMatchObject({ created: 5003, errorsTotal: 2 })
    })
  })

  describe('with what is in stock', () => {
    const draftsOf = async (api: ApiClient) => (await api.get('/api/inventory/enters')).body.items
    const linesOf = async (api: ApiClient, id: string) =>
      (await api.get(`/api/inventory/enters/${id}`)).body.lines.map((line: Answer['body']) => [
        line.productName,
        line.quantity,
        line.price,
      ])

    it('make a draft of an enter for each store, and say before what it would be', async () => {
      const { api, storeId } = await signUp(door)
      const other = (await api.post('/api/catalog/stores', { name: 'Cellar' })).body.id
      const file = [
        'Name;Code;Cost;Stock;Остаток: Cellar;Unit',
        'Tea;t1;10.5;7;2;',
        'Coffee;t2;;1;;',
        'Cheese;t3;4;0;1,250;кг',
      ].join('\n')
      const names = (await api.get('/api/catalog/stores')).body.items
      const nameOf = (id: string) => names.find((store: Answer['body']) => store.id === id).name
      const due = [
        { storeId, storeName: nameOf(storeId), lines: 2, quantity: 8 },
        { storeId: other, storeName: 'Cellar', lines: 2, quantity: 3.25 },
      ]
      const plan = await sendCsv(api, `${OWN}?dryRun=true`, file)
      expect(plan.body.openingStock).toEqual(due.map((each) => ({ ...each, enterId: null, number: null })))
      expect(await draftsOf(api)).toEqual([])
      const done = await sendCsv(api, OWN, file)
      expect(done.body.openingStock).toMatchObject(due)
      const drafts = await draftsOf(api)
      expect(drafts.map((draft: Answer['body']) => [draft.id, draft.number, draft.status]).sort()).toEqual(
        done.body.openingStock.map((draft: Answer['body']) => [draft.enterId, draft.number, 'Draft']).sort(),
      )
      const [here, there] = done.body.openingStock
      expect(await linesOf(api, here.enterId)).toEqual([
        ['Tea', 7, 10.5],
        ['Coffee', 1, null],
      ])
      expect(await linesOf(api, there.enterId)).toEqual([
        ['Tea', 2, 10.5],
        ['Cheese', 1.25, 4],
      ])
      expect((await api.post(`/api/inventory/enters/${here.enterId}/post`)).status).toBe(200)
      const kept = (await api.get(`${BASE}/imports`)).body.items[0]
      expect(kept.outcome.openingStock).toEqual(done.body.openingStock)
    })

    it('enter nothing twice: not what stands in a draft, nor what has moved', async () => {
      const { api } = await signUp(door)
      const file = (stock: number) => `Name;Code;Stock\nTea;t1;${stock}`
      await sendCsv(api, OWN, file(7))
      const again = await sendCsv(api, OWN, file(9))
      expect([again.status, again.body.openingStock]).toEqual([200, []])
      expect(again.body.warnings).toMatchObject([{ row: 2, column: 'Stock' }])
      const [draft] = await draftsOf(api)
      await api.post(`/api/inventory/enters/${draft.id}/post`)
      expect((await sendCsv(api, OWN, file(9))).body.openingStock).toEqual([])
      await api.post(`/api/inventory/enters/${draft.id}/unpost`)
      await api.delete(`/api/inventory/enters/${draft.id}`)
      expect((await sendCsv(api, OWN, file(9))).body.openingStock).toMatchObject([{ lines: 1, quantity: 9 }])
    })

    it('enter nothing twice when two come at once', async () => {
      const { api } = await signUp(door)
      await sendCsv(api, OWN, 'Name;Code\nTea;t1')
      const answers = await Promise.all(
        [7, 7, 7].map((stock) => sendCsv(api, OWN, `Name;Code;Stock\nTea;t1;${stock}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await draftsOf(api)).toHaveLength(1)
    })

    it('go into the store that is asked for, of the own organization', async () => {
      const [{ api }, { storeId: foreign }] = [await signUp(door), await signUp(door)]
      const cellar = (await api.post('/api/catalog/stores', { name: 'Cellar' })).body.id
      const file = 'Name;Code;Stock\nTea;t1;7'
      const refused = await sendCsv(api, `${OWN}?storeId=${foreign}`, file)
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/storeId'])
      const done = await sendCsv(api, `${OWN}?storeId=${cellar}`, file)
      expect(done.body.openingStock).toMatchObject([{ storeId: cellar, quantity: 7 }])
    })

    it('name what cannot be entered', async () => {
      const { api } = await signUp(door)
      const file = [
        'Name;Code;Stock;Stock: Nowhere;Kind;Archived;Количество',
        'Half;a;1.5;;;;',
        'Far;b;1;1;;;',
        'Two;c;1;;;;2',
        'Owed;d;-3;;;;',
        'Work;e;1;;service;;',
        'Old;f;1;;;yes;',
        'Good;g;4;;;;4',
      ].join('\n')
      expect((await sendCsv(api, OWN, file)).status).toBe(400)
      const { body } = await sendCsv(api, `${OWN}?onFaults=skip`, file)
      const places = (remarks: Answer['body'][]) => remarks.map(({ row, column }) => [row, column])
      expect(places(body.errors)).toEqual([
        [2, 'Stock'],
        [3, 'Stock: Nowhere'],
        [4, 'Количество'],
      ])
      expect(places(body.warnings)).toEqual([
        [5, 'Stock'],
        [6, 'Stock'],
        [7, 'Stock'],
      ])
      expect([body.created, body.openingStock]).toMatchObject([4, [{ lines: 1, quantity: 4 }]])
    })

    it('make no drafts when none are asked for, or for one who may not', async () => {
      const organization = await signUp(door)
      const file = 'Name;Code;Stock\nTea;t1;7'
      const { body } = await sendCsv(organization.api, `${OWN}?openingStock=ignore`, file)
      expect([body.openingStock, body.ignoredColumns]).toMatchObject([[], [{ column: 'Stock' }]])
      const manager = await hireWithout(door, organization, 'inventory.create')
      const other = await sendCsv(manager, OWN, file)
      expect([other.status, other.body.openingStock]).toEqual([200, []])
      expect(await draftsOf(organization.api)).toEqual([])
    })

    it('fill several drafts with more products than a document has lines, also in the background', async () => {
      const { api } = await signUp(door)
      const rows = Array.from({ length: 5001 }, (_, i) => `Product ${i};p${i};${i % 3}`)
      const queued = await sendCsv(api, OWN, ['Name;Code;Stock', ...rows].join('\n'))
      expect(queued.status).toBe(202)
      const done = await until('the import is done', async () => {
        const record = (await api.get(`${BASE}/imports/${queued.body.id}`)).body
        return record.endedAt && record
      })
      const lines = done.outcome.openingStock.map((draft: Answer['body']) => draft.lines)
      expect(lines).toEqual([1000, 1000, 1000, 334])
      const [draft] = await draftsOf(api)
      expect([draft.status, draft.comment]).toEqual(['Draft', done.fileName])
      expect(draft.createdById).not.toBeNull()
    })
  })

  describe('with prices in another currency', () => {
    const HEADER = 'Name;Code;Price: Retail price;Currency (Retail price);Cost;Currency (Cost);Min price'
    const FILE = [
      HEADER,
      'Tenge;c1;10;KZT;5;тг;1',
      'Dollars;c2;10.01;USD;4.5;$;',
      'In the cell;c3;$ 2;;3 USD;;"1,5 $"',
      'Sums;c4;1000;UZS;;;',
      'None;c5;;USD;;$;',
    ].join('\n')
    const pricesOf = async (api: ApiClient, code: string) => {
      const product = await byCode(api, code)
      return [product?.retailPrice, product?.cost, product?.minPrice]
    }
    const faultsOf = ({ body }: Answer) =>
      body.errors.map(({ row, column, value }: Answer['body']) => [row, column, value])
    const FAULTS = [
      [3, 'Currency (Retail price)', 'USD'],
      [4, 'Price: Retail price', '$'],
      [5, 'Currency (Retail price)', 'UZS'],
    ]

    it('are refused as long as no rate is known, or the rows are left out, as the importer chooses', async () => {
      const { api } = await signUp(door)
      const refused = await sendCsv(api, OWN, FILE)
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
      expect(faultsOf(refused)).toEqual(FAULTS)
      expect(refused.body.errors[0].message).toContain('rates=USD=')
      expect(await productsOf(api)).toEqual([])
      const plan = await sendCsv(api, `${OWN}?dryRun=true`, FILE)
      expect([plan.status, plan.body.toCreate, faultsOf(plan)]).toEqual([200, 2, FAULTS])
      const done = await sendCsv(api, `${OWN}?onFaults=skip`, FILE)
      expect([done.status, done.body.created, faultsOf(done)]).toEqual([200, 2, FAULTS])
      expect((await productsOf(api)).map(({ code }) => code)).toEqual(['c1', 'c5'])
    })

    it('are exchanged at the rates of the request', async () => {
      const { api } = await signUp(door)
      const done = await sendCsv(api, `${OWN}?rates=USD=450.55;UZS=3.75/100`, FILE)
      expect(done.status, JSON.stringify(done.body)).toBe(200)
      expect(await pricesOf(api, 'c1')).toEqual([10, 5, 1])
      expect(await pricesOf(api, 'c2')).toEqual([4510.01, 2027.475, null])
      expect(await pricesOf(api, 'c3')).toEqual([901.1, 1351.65, 675.83])
      expect(await pricesOf(api, 'c4')).toEqual([37.5, 0, null])
    })

    it('are exchanged at the rates of the day, of the organization alone, into the currency of the price type', async () => {
      const [{ api }, { api: other }] = [await signUp(door), await signUp(door)]
      const currencies: Answer['body'][] = (await api.get('/api/catalog/currencies?pageSize=500')).body.items
      const idOf = (isoCode: string) => currencies.find((currency) => currency.isoCode === isoCode)?.id
      for (const [isoCode, rate] of [
        ['USD', 450],
        ['EUR', 500],
      ])
        await api.post(`/api/catalog/currencies/${idOf(String(isoCode))}/rates`, { day: '2026-01-01', rate })
      const type = { name: 'Abroad', currencyId: idOf('EUR') }
      const { body: abroad } = await api.post('/api/catalog/price-types', type)
      const file =
        'Name;Code;Price;Currency (Price);Price: Abroad;Currency (Abroad)\nA;a;2;USD;3;$\nB;b;2;;3;EUR'
      expect((await sendCsv(api, OWN, file)).status).toBe(200)
      const priceAbroad = async (code: string) =>
        (await byCode(api, code))?.prices.find((price: Answer['body']) => price.priceTypeId === abroad.id)
          .value
      expect([await pricesOf(api, 'a'), await priceAbroad('a')]).toEqual([[900, 0, null], 2.7])
      expect(await priceAbroad('b')).toBe(3)
      expect((await sendCsv(other, OWN, file)).status).toBe(400)
    })

    it('mean the own roubles in Belarus', async () => {
      const { api } = await signUp(door, { country: 'BY' })
      expect((await sendCsv(api, OWN, 'Name;Code;Price;Currency (Price)\nA;a;2;руб')).status).toBe(200)
      expect((await sendCsv(api, OWN, 'Name;Code;Price;Currency (Price)\nA;a;2;RUB')).status).toBe(400)
    })

    it.each(['USD', 'USD=', 'USD=0', 'USD=-1', 'USD=1e3', 'usd=1', 'USD=1/0', 'USD=1.0000001'])(
      'are refused with the rates %j',
      async (rates) => {
        const refused = await sendCsv(shop.api, `${OWN}?rates=${encodeURIComponent(rates)}`, FILE)
        expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/query/rates'])
      },
    )
  })

  describe('that are tried first', () => {
    it('tell the plan and do nothing', async () => {
      const { api } = await signUp(door)
      await createProduct({ ...shop, api } as Organization, { name: 'Платье', code: '00102', retailPrice: 1 })
      const answer = await sendForm(api, `${EXT_IN_TENGE}&dryRun=true`, fixture('goods.csv'))
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ toCreate: 4, toUpdate: 1, unchanged: 0, errors: [] })
      expect((await productsOf(api)).length).toBe(1)
      expect((await api.get('/api/catalog/product-groups')).body.total).toBe(0)
      expect((await api.get(`${BASE}/imports`)).body.total).toBe(0)
    })

    it('tell the faults with it', async () => {
      const { body } = await sendForm(shop.api, `${EXT}?dryRun=true`, fixture('faults.csv'))
      expect(body.errorsTotal).toBe(7)
    })
  })

  describe('from our own file', () => {
    const FILE =
      'Name,Code,Article,External code,Group,Unit,Barcodes,Cost,Retail price,Min price,VAT,Min stock,Kind,Weighed,Weight code,Description,Country,Supplier,Archived\n' +
      `Tea,A1,"'-7",e1,Drinks/Hot,шт,"4006381333931 other",1.2345,9.99,5,12,0.5,Good,no,,"two\nlines",,Leaf Ltd,no\n` +
      'Cheese,A2,,e2,,кг,,,20,,,,Good,yes,0042,,,,yes\n'

    it('bring in products', async () => {
      const { api } = await signUp(door)
      const { status, body } = await sendCsv(api, OWN, FILE)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(await byCode(api, 'A1')).toMatchObject({
        name: 'Tea',
        article: '-7',
        groupPath: 'Drinks/Hot',
        barcodes: [{ value: '4006381333931' }, { value: 'other' }],
        cost: 1.2345,
        retailPrice: 9.99,
        minPrice: 5,
        vatRate: 12,
        minStock: 0.5,
        description: 'two\nlines',
      })
      expect(await byCode(api, 'A2')).toMatchObject({
        isWeighed: true,
        weightCode: '42',
        isArchived: true,
        productGroupId: null,
      })
      expect((await sendCsv(api, OWN, FILE)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    })

    it('change what is there', async () => {
      const { api } = await signUp(door)
      await sendCsv(api, OWN, FILE)
      const before = await byCode(api, 'A1')
      const { body } = await sendCsv(
        api,
        OWN,
        'External code;Name;Retail price\ne1;Green tea;8\ne2;Cheese;20\n',
      )
      expect(body).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
      const { updatedAt, ...after } = await byCode(api, 'A1')
      const prices = [{ ...before.prices[0], value: 8 }]
      expect({ ...after, updatedAt: before.updatedAt }).toEqual({
        ...before,
        name: 'Green tea',
        retailPrice: 8,
        prices,
        version: 2,
      })
      expect(updatedAt >= before.updatedAt).toBe(true)
    })

    it('take a price of 0 for one that is not set', async () => {
      const { api } = await signUp(door)
      await sendCsv(api, OWN, 'Code,Name,Retail price\nZ1,Sample,0\n')
      expect((await byCode(api, 'Z1')).prices).toEqual([])
    })

    it('obey the rules of a product', async () => {
      const { api } = await signUp(door)
      const file =
        'Name,Retail price,Min price,Weighed,Weight code\nA,9,10,no,\nB,9,,no,7\nC,9,,yes,7\nD,9,,yes,007\n'
      const { status, body } = await sendCsv(api, OWN, file)
      expect(status).toBe(400)
      expect(body.errors.map((e: Answer['body']) => [e.row, e.column])).toEqual([
        [2, 'Retail price'],
        [3, 'Weight code'],
        [5, 'Weight code'],
      ])
    })

    it('count the last row of a product', async () => {
      const { api } = await signUp(door)
      const { body } = await sendCsv(api, OWN, 'Name,External code,Retail price\nOld,e,1\nNew,e,2\n')
      expect(body).toMatchObject({ created: 1, warningsTotal: 1 })
      expect(body.warnings[0]).toMatchObject({ row: 2, message: expect.stringContaining('row 3') })
      expect((await productsOf(api)).map(({ name }) => name)).toEqual(['New'])
    })

    it('give codes that nobody has', async () => {
      const { api } = await signUp(door)
      await api.post(BASE, { name: 'Tea', code: '00002' })
      await sendCsv(api, OWN, 'Name,Code\nA,\nB,00003\nC,\n')
      expect((await productsOf(api)).map(({ code }) => code)).toEqual(['00001', '00002', '00003', '00004'])
      expect((await api.post(BASE, { name: 'Next' })).body.code).toBe('00005')
    })

    it.each([
      ['no column of names', 'Code,Retail price\n1,2\n', /Наименование or Name; found: Code, Retail price/],
      ['nothing', '\n\n', /no row/],
      ['an open quote', `Name\n"${'x'.repeat(2_000_000)}`, /never closed/],
      ['a NUL byte', 'Name,Code\nTea\0,1\n', /fault/],
    ])('refuse %s', async (_, file, reason) => {
      const { status, body } = await sendCsv(shop.api, OWN, file)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
      expect(body.detail).toMatch(reason)
    })
  })

  describe('of many rows', () => {
    const COUNT = MAX_ROWS_AT_ONCE + 1
    const large = (price: number) =>
      ['Name,Code,External code,Group,Barcodes,Retail price']
        .concat(Array.from({ length: COUNT }, (_, at) => `Item ${at},L${at},ext-${at},Bulk,L-${at},${price}`))
        .join('\n')

    const ended = async (api: ApiClient, id: string) => {
      await expect
        .poll(async () => (await api.get(`${BASE}/imports/${id}`)).body.endedAt, {
          interval: 200,
        })
        .not.toBeNull()
      return (await api.get(`${BASE}/imports/${id}`)).body
    }

    it('are done in the background', async () => {
      const organization = await signUp(door)
      const { api } = organization
      const answer = await sendCsv(api, OWN, large(5))
      expect(answer.status, JSON.stringify(answer.body)).toBe(202)
      expect(answer.body).toMatchObject({ status: 'Queued', outcome: null, rowsTotal: null })
      expect(answer.headers.get('Location')).toBe(`${BASE}/imports/${answer.body.id}`)
      expect(await ended(api, answer.body.id)).toMatchObject({
        status: 'Done',
        rowsTotal: COUNT,
        rowsDone: COUNT,
        outcome: { created: COUNT, groupsCreated: ['Bulk'] },
      })
      expect((await api.get(`${BASE}?search=L-4242`)).body.items).toMatchObject([
        { code: 'L4242', retailPrice: 5 },
      ])
      const { download } = await enrolDevice(door, organization)
      const lines = (await download()).lines.filter((line) => line.t === 'product')
      expect(lines.length).toBe(COUNT)

      const again = await ended(api, (await sendCsv(api, OWN, large(5))).body.id)
      expect(again.outcome).toMatchObject({ created: 0, updated: 0, unchanged: COUNT })
      const dearer = await ended(api, (await sendCsv(api, OWN, large(6))).body.id)
      expect(dearer.outcome).toMatchObject({ created: 0, updated: COUNT, unchanged: 0 })
      expect((await api.get(`${BASE}/imports`)).body.total).toBe(3)
    })

    it('go to a process that does jobs', async () => {
      const { api } = await signUp(door)
      await using database = await createTestDatabase()
      const shared = { databaseUrl: database.ownerUrl }
      await using receiver = await startTestHub({ ...shared, runsJobs: false })
      const organization = await signUp(receiver)
      const { body } = await sendCsv(organization.api, OWN, large(5))
      expect((await organization.api.get(`${BASE}/imports/${body.id}`)).body.status).toBe('Queued')
      await using _worker = await startTestHub({ ...shared, dataDir: receiver.config.dataDir })
      expect(await ended(organization.api, body.id)).toMatchObject({ status: 'Done', rowsDone: COUNT })
      expect((await api.get(`${BASE}/imports/${body.id}`)).status).toBe(404)
    })

    it('are refused as a whole', async () => {
      const { api } = await signUp(door)
      const { body } = await sendCsv(api, OWN, `${large(5)}\nBad,,,,,cheap\n`)
      expect(await ended(api, body.id)).toMatchObject({
        status: 'Failed',
        outcome: { errorsTotal: 1, errors: [{ row: COUNT + 2, column: 'Retail price', value: 'cheap' }] },
      })
      expect((await api.get(BASE)).body.total).toBe(0)
    })
  })

  describe('at once', () => {
    it('agree with each other', async () => {
      const { api } = await signUp(door)
      const file = (from: number) =>
        ['Name,External code,Group,Supplier'].concat(
          Array.from({ length: 50 }, (_, at) => `Item ${from + at},e${from + at},Shared,Leaf`),
        )
      const answers = await Promise.all([0, 25, 50].map((from) => sendCsv(api, OWN, file(from).join('\n'))))
      expect(answers.map(({ status, body }) => [status, body.detail])).toEqual(
        answers.map(() => [200, undefined]),
      )
      expect((await api.get(`${BASE}?pageSize=1`)).body.total).toBe(100)
      expect((await api.get('/api/catalog/product-groups')).body.total).toBe(1)
    })
  })

  it('are done once for one key', async () => {
    const { api } = await signUp(door)
    const keyed = api.with({ 'Idempotency-Key': newId() })
    const first = await sendCsv(keyed, OWN, 'Name\nTea\n')
    const second = await sendCsv(keyed, OWN, 'Name\nTea\n')
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
  })

  it('need a file', async () => {
    const empty = await sendCsv(shop.api, OWN, '')
    expect([empty.status, empty.body.errors?.[0].pointer]).toEqual([400, '#/file'])
    const json = await shop.api.post(OWN, {})
    expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('need permission', async () => {
    const anyone = await sendCsv(new ApiClient(door), OWN, 'Name\nTea\n')
    expect(anyone.status).toBe(401)
    const storekeeper = await hire(door, shop, 'Storekeeper')
    for (const path of [OWN, EXT]) expect((await sendCsv(storekeeper, path, 'Name\nTea\n')).status).toBe(403)
    expect((await storekeeper.get(`${BASE}/imports`)).status).toBe(200)
    const cashier = await hire(door, shop, 'Cashier')
    expect((await cashier.get(`${BASE}/imports`)).status).toBe(403)
  })

  it('are seen by their organization alone', async () => {
    const { api } = await signUp(door)
    await sendCsv(api, OWN, 'Name\nTea\n')
    const [own] = (await api.get(`${BASE}/imports`)).body.items
    expect(own).toMatchObject({ status: 'Done', format: 'csv', outcome: { created: 1 } })
    expect((await api.get(`${BASE}/imports/${own.id}`)).body).toEqual(own)
    const answer = await shop.api.get(`${BASE}/imports/${own.id}`)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })
})

/** Without what another organization has of its own. */
function comparable({ id: _, ...product }: Answer['body']) {
  const { createdAt, createdById, updatedAt, version, productGroupId, ...others } = product
  const { countryId, supplierId, prices, ...rest } = others
  const values = prices.map(({ value }: { value: number }) => value)
  return { ...rest, values, hasCountry: countryId !== null, hasSupplier: supplierId !== null }
}
