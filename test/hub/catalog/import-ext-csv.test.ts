import { describe, expect, it } from 'vitest'
import { NATIONAL_UNITS } from '#shared/catalog/national-units.ts'
import { type Answer, signUp, useHub } from '#test/support/hub.ts'
import { until } from '#test/support/until.ts'
import {
  BASE,
  byCode,
  csvOf,
  EXT,
  EXT_IN_TENGE,
  fixture,
  OWN,
  productsOf,
  sendCsv,
  sendForm,
} from './imports.ts'

describe('imports of products', () => {
  const door = useHub()

  describe('a file of another accounting system', () => {
    it('imports all fields of a product', async () => {
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
        // The price is 3,450 roubles at 5.2. The cost is in tenge.
        retailPrice: 17_940,
        cost: 2900,
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

    it('imports the export of the hub without loss', async () => {
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

    it('imports exported codes that look as if a spreadsheet had truncated them', async () => {
      const { api } = await signUp(door)
      const goods = ['12345678905', '17.0', '1.50', '4.6E+12', "'9", '46070270000110000'].map((code, at) => ({
        name: `N${at}`,
        code,
        article: code,
        barcodes: [{ value: code.replace("'", ''), type: 'Code128' }],
      }))
      for (const product of goods) expect((await api.post(BASE, product)).status).toBe(201)
      const { api: other } = await signUp(door)
      for (const language of ['en', 'ru']) {
        const exported = await (await api.raw(`${BASE}/export?language=${language}`)).text()
        const { body } = await sendCsv(other, OWN, exported)
        expect(body, JSON.stringify(body)).toMatchObject({
          errorsTotal: 0,
          created: language === 'en' ? 6 : 0,
        })
      }
      const copies = (await productsOf(other)).map(({ name, code, article, barcodes }) => ({
        name,
        code,
        article,
        barcodes,
      }))
      expect(copies.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(goods)
    })

    it('reports skipped columns and suspicious values', async () => {
      const { api } = await signUp(door)
      const { body } = await sendForm(api, EXT_IN_TENGE, fixture('goods.csv'))
      const unread = body.columns.filter(({ field }: Answer['body']) => field === null)
      expect(unread).toMatchObject([{ column: 'Доп. поле: Полка', reason: 'notKept' }])
      const warned = body.warnings.map((remark: Answer['body']) => [remark.row, remark.column])
      expect(warned).toContainEqual([7, 'Штрихкод EAN13'])
      expect(body.groups.at(-1)).toMatchObject({ row: 7, reason: 'import' })
    })

    it('changes nothing when the same file is imported again', async () => {
      const { api } = await signUp(door)
      for (const name of ['goods.csv', 'headings.csv', 'goods-1c.csv']) {
        expect((await sendForm(api, EXT_IN_TENGE, fixture(name))).status).toBe(200)
        const before = await productsOf(api)
        const again = await sendForm(api, EXT_IN_TENGE, fixture(name))
        expect([again.body.created, again.body.updated, again.body.groupsCreated]).toEqual([0, 0, []])
        expect(await productsOf(api)).toEqual(before)
      }
    })

    it('reads heading rows of a file as product groups', async () => {
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

    it('recognizes the columns of a file exported from 1C', async () => {
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

    it('assigns a group to an imported product without one', async () => {
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

    it('refuses the row of a bundle, imports the other rows, and reads VAT rates with the name of the tax', async () => {
      const { api } = await signUp(door)
      const file = csvOf(
        'Тип;Наименование;Код;Группы;НДС;Остаток;Изображение',
        'Товар;Чай;1;Напитки;НДС 10%;;',
        'Комплект;Подарок;2;Наборы;НДС 10%;5;https://example.com/a.png',
        'Товар;Соль;3;Напитки;без НДС;;',
      )
      const plan = await sendForm(api, `${EXT}?dryRun=true`, file)
      expect(plan.body).toMatchObject({ toCreate: 2, errorsTotal: 0 })
      const set = (await sendForm(api, `${BASE}/imports?format=ext-csv`, file)).body
      expect(set.counts).toEqual({ Create: 2, Refused: 1 })
      const { items } = (await api.get(`/api/change-sets/${set.id}/rows?outcome=Refused`)).body
      expect(items).toMatchObject([{ fileRow: 3, name: 'Подарок', refusal: { code: 'new_bundle' } }])
      const { status, body } = await sendForm(api, EXT, file)
      expect([status, body.created, body.groupsCreated, body.openingStock, body.imageLinks]).toEqual([
        200,
        2,
        ['Напитки'],
        [],
        0,
      ])
      expect(body.warnings).toMatchObject([{ row: 3, column: 'Тип', code: 'new_bundle' }])
      expect([await byCode(api, '1'), await byCode(api, '3')]).toMatchObject([
        { vatRate: 10, useGroupVat: false },
        { vatRate: null, useGroupVat: false },
      ])
      expect((await productsOf(api)).map(({ code }) => code)).toEqual(['1', '3'])
    })

    it('refuses the whole file and lists its errors', async () => {
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

  describe('units of measure in an import', () => {
    it('recognizes common units of measure in their usual spellings', async () => {
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

    it('maps names of units in the file to units given in the request', async () => {
      const { api } = await signUp(door)
      const file = csvOf('Наименование;Код;Единица измерения', 'Мёд;1;Бочка.', 'Лёд;2;шайба', 'Чай;3;шт')
      expect((await sendForm(api, EXT, file)).status).toBe(400)
      const address = `${EXT}?units=${encodeURIComponent('бочка=кг;Шайба=796')}`
      expect((await sendForm(api, address, file)).body).toMatchObject({ created: 3, errorsTotal: 0 })
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

  describe('imports with invalid rows', () => {
    const FILE = [
      'Наименование;Код;Группа;Единица измерения;НДС',
      'Чай;1;;шт;12',
      'Мёд;2;;бочка;12',
      'Соль;3;;шт;много',
      'Хлеб;4;;шт;0',
      'Булка;4;;шт;0',
    ]

    it('skips invalid rows on request and lists their errors', async () => {
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

    it('skips invalid rows of a large file in a background job, too', async () => {
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
})

/** Returns a product without the members that differ between organizations. */
function comparable({ id: _, ...product }: Answer['body']) {
  const { createdAt, createdById, updatedAt, version, productGroupId, ...others } = product
  const { countryId, supplierId, prices, ...rest } = others
  const values = prices.map(({ value }: { value: number }) => value)
  return { ...rest, values, hasCountry: countryId !== null, hasSupplier: supplierId !== null }
}
