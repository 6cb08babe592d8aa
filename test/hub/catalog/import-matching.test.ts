import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { type Answer, type ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { BASE, csvOf, EXT, productsOf, sendForm } from './imports.ts'

const GROUPS = '/api/catalog/product-groups'

describe('rows of an imported file', () => {
  const door = useHub()

  describe('matching a row to a product', () => {
    const id = newId()
    const HEADER = 'Наименование;Внешний код;UUID;Код;Штрихкод;Артикул'

    /**
     * Imports a row after creating the products in `before`. Returns the names of all products afterwards, in
     * the order of creation.
     */
    async function namesAfter(row: string, ...before: Record<string, unknown>[]) {
      const { api } = await signUp(door)
      for (const product of before)
        expect((await api.post(BASE, { name: 'Как было', ...product })).status).toBe(201)
      const answer = await sendForm(api, EXT, csvOf(HEADER, row))
      expect([answer.status, answer.body.errors]).toEqual([200, []])
      const found = (await api.get(`${BASE}?pageSize=50&sort=createdAt`)).body.items
      return found.map(({ name }: Answer['body']) => name)
    }
    const withBarcode = (value: string) => ({ barcodes: [{ value, type: 'Code128' }] })

    it.each([
      ['external code, before UUID', `Чай;ext;${id};;;`, { externalCode: 'ext' }, { id }],
      ['UUID', `Чай;;${id};;;`, { id }, { code: 'C' }],
      ['code, before barcode', 'Чай;;;C;B;', { code: 'C' }, withBarcode('B')],
      ['barcode', 'Чай;;;;B;', withBarcode('B'), { code: 'C' }],
    ])('matches a row to the product with the same %s', async (_, row, its, ofAnother) => {
      expect(await namesAfter(row, its, ofAnother)).toEqual(['Чай', 'Как было'])
    })

    it('matches a row to a product only when name and article are both equal', async () => {
      const row = 'Как было;;;;;A'
      expect(await namesAfter(row, { article: 'A' }, { article: 'B' })).toHaveLength(2)
      expect(await namesAfter(row, { article: 'B' })).toHaveLength(2)
    })

    it('matches no product when several have the barcode of the row', async () => {
      expect(await namesAfter('Чай;;;;B;', withBarcode('B'), withBarcode('B'))).toEqual([
        'Как было',
        'Как было',
        'Чай',
      ])
    })
  })

  describe('rows with the same barcode', () => {
    const HEADER = 'Наименование;Код;Штрихкод;Артикул'
    const plan = async (...rows: string[]) => {
      const { api } = await signUp(door)
      return (await sendForm(api, `${EXT}?dryRun=true`, csvOf(HEADER, ...rows))).body
    }
    const faultsOf = ({ errors }: Answer['body']) =>
      errors.map(({ row, column, code, values }: Answer['body']) => [row, column, code, values.row])

    it.each([
      ['different articles', 'Чай;;B;A-1', 'Чай;;B;A-2'],
      ['different names, a missing article', 'Чай красный;;B;', 'Чай зелёный;;B;A-1'],
    ])('refuses both rows with %s and the same barcode', async (_, ...rows) => {
      const body = await plan(...rows, 'Соль;;C;A-1')
      expect(faultsOf(body)).toEqual([
        [2, 'Штрихкод', 'other_product', 3],
        [3, 'Штрихкод', 'other_product', 2],
      ])
      expect([body.toCreate, body.warningsTotal]).toEqual([1, 0])
    })

    it('refuses both rows with the same barcode even when a product has that barcode', async () => {
      const { api } = await signUp(door)
      await api.post(BASE, { name: 'Чай', barcodes: [{ value: 'B', type: 'Code128' }] })
      const file = csvOf(HEADER, 'Чай;;B;A-1', 'Чай;;B;A-2')
      const { body } = await sendForm(api, `${EXT}?onFaults=skip`, file)
      expect([faultsOf(body).length, body.updated]).toEqual([2, 0])
    })

    it.each([
      ['the same article', 'Чай;;B;A-1', 'Чай новый;;B;A-1'],
      ['the same name', 'Чай;;B;', 'Чай;;B;A-1'],
      ['the same code', 'Чай;1;B;A-1', 'Соль;1;B;A-2'],
    ])('merges both rows with %s into the same product', async (_, ...rows) => {
      const body = await plan(...rows)
      expect([body.toCreate, body.errorsTotal, body.warnings[0].code]).toEqual([1, 0, 'same_product'])
    })

    it('creates separate products for rows with the same name and different articles', async () => {
      expect(await plan('Чай;;;A-1', 'Чай;;;A-2')).toMatchObject({
        toCreate: 2,
        errorsTotal: 0,
        warningsTotal: 0,
      })
    })
  })

  describe('the group of a row without a group', () => {
    let api: ApiClient
    beforeAll(async () => {
      ;({ api } = await signUp(door))
      const makeGroup = async (name: string, values: object = {}) => {
        const made = await api.post(GROUPS, { name, ...values })
        expect(made.status).toBe(201)
        return made.body.id
      }
      const fill = async (productGroupId: string, ...names: string[]) => {
        for (const name of names) expect((await api.post(BASE, { name, productGroupId })).status).toBe(201)
      }
      await makeGroup('Кратко', { keywords: ['чай'] })
      await makeGroup('Длинно', { keywords: ['Чай чёрный'] })
      await makeGroup('В архиве', { keywords: ['чай чёрный байховый'], isArchived: true })
      await fill(
        await makeGroup('Трое'),
        'Чай первый',
        'Чай второй',
        'Чай третий',
        'Сахар белый',
        'Сахар бурый',
        'Сахар тростник',
      )
      await fill(await makeGroup('Двое'), 'Кофе первый', 'Кофе второй')
      const old = await makeGroup('Старое')
      await fill(old, 'Сок первый', 'Сок второй', 'Сок третий')
      const { updatedAt: _, createdAt: __, ...group } = (await api.get(`${GROUPS}/${old}`)).body
      expect((await api.put(`${GROUPS}/${old}`, { ...group, isArchived: true })).status).toBe(200)
    })

    it.each([
      [
        'with the longest matching keyword, ignoring archived groups',
        'Лучший чай чёрный байховый',
        'Длинно',
        'keyword',
      ],
      ['of a matching keyword rather than of the first word', 'Чай зелёный', 'Кратко', 'keyword'],
      ['in which three products begin with the same word', 'Сахар кусковой', 'Трое', 'firstWord'],
      [
        'of the day when only two products begin with the same word',
        'Кофе третий',
        expect.stringMatching(/^Импорт \d{4}-\d\d-\d\d$/),
        'import',
      ],
      [
        'of the day when the group with the same word is archived',
        'Сок четвёртый',
        expect.stringMatching(/^Импорт/),
        'import',
      ],
    ])('assigns the group %s', async (_, name, group, reason) => {
      const { body } = await sendForm(api, `${EXT}?dryRun=true`, csvOf('Наименование', name))
      expect(body.groups).toEqual([{ row: 2, group, reason }])
    })

    it('assigns a variant to the group of its product', async () => {
      const file = csvOf(
        'Тип;Наименование;Код;Группы;Код товара модификации',
        'Товар;Рубашка;P1;Одежда/Рубашки;',
        'Модификация;Рубашка (XL);P2;;P1',
      )
      const { status, body } = await sendForm(api, EXT, file)
      expect([status, body.groups]).toEqual([
        200,
        [
          { row: 2, group: 'Одежда/Рубашки', reason: 'path' },
          { row: 3, group: 'Одежда/Рубашки', reason: 'parent' },
        ],
      ])
      const [shirt, large] = (await productsOf(api)).filter(({ name }) => name.startsWith('Рубашка'))
      expect(large.productGroupId).toBe(shirt.productGroupId)
    })
  })
})
