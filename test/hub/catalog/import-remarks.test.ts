import { beforeAll, describe, expect, it } from 'vitest'
import { REMARK_CODES } from '#shared/imports/remarks.ts'
import { createProduct } from '#test/support/device.ts'
import { type Answer, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { EXT, OWN, sendCsv } from './imports.ts'

type Case = [code: string, text: string, values?: object]

describe('messages about rows of an import', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
    const { api } = shop
    await api.post('/api/catalog/product-groups', { name: 'Old', isArchived: true })
    await api.post('/api/catalog/stores', { name: 'Cellar', isDefault: true })
    await createProduct(shop, { name: 'Plum', code: 'P-1', externalCode: 'p1' })
  })

  const remarksOf = async (path: string, text: string, kind: 'errors' | 'warnings') => {
    const { status, body } = await sendCsv(shop.api, path, text)
    expect(status, JSON.stringify(body)).toBe(200)
    return body[kind].map(({ code, values }: Answer['body']) => [code, values])
  }

  const FAULTS: Case[] = [
    ['not_a_number', 'Name;Price\nTea;a lot'],
    ['too_fine', 'Name;Price\nTea;1,001', { most: 2 }],
    ['too_large', 'Name;Price\nTea;99999999999'],
    ['negative', 'Name;Price\nTea;-1'],
    ['not_percent', 'Name;VAT\nTea;101'],
    ['not_boolean', 'Name;Archived\nTea;maybe'],
    ['not_guid', 'Name;UUID\nTea;7'],
    ['not_age', 'Name;Minimum age\nTea;1000', { most: expect.any(Number) }],
    ['not_weight_code', 'Name;Weight code\nTea;x'],
    ['unknown_kind', 'Name;Kind\nTea;Basket'],
    ['barcode_lost', 'Name;Barcode\nTea;4,6E+12', { barcode: '4,6E+12' }],
    ['zeros_lost', 'Name;Barcode\nTea;12345678905', { barcode: '12345678905', whole: '012345678905' }],
    ['code_lost', 'Name;Article\nTea;17.0', { code: '17.0' }],
    ['formula_without_value', 'Name;Article\nTea;=B7'],
    ['cell_error', 'Name;Price\nTea;#REF!'],
    ['broken_letters', 'Name\nT\ufffda'],
    ['nul_byte', 'Name;Code\nTea;1\0'],
    ['too_long', `Name;Code\nTea;${'x'.repeat(256)}`, { most: 255 }],
    ['empty', 'Name;Code\n;1'],
    ['beyond_header', 'Name;Code\nTea;1;stray'],
    [
      'too_many_barcodes',
      `Name;Barcode\nTea;${Array.from({ length: 51 }, (_, n) => n).join(' ')}`,
      { most: 50 },
    ],
    ['several_pack_barcodes', 'Name;Pack: упак;Pack barcode: упак\nTea;6;1 2'],
    ['pack_without_quantity', 'Name;Pack barcode: упак\nTea;1'],
    ['unknown_unit', 'Name;Unit\nTea;бочка'],
    ['unknown_currency', 'Name;Price;Currency (Price)\nTea;1;shells'],
    ['no_rate', 'Name;Price;Currency (Price)\nTea;1;UZS', { currency: 'UZS' }],
    ['too_large_in', 'Name;Price;Currency (Price)\nTea;9999999999;USD', { currency: 'KZT' }],
    ['unknown_store', 'Name;Stock: Nowhere\nTea;1'],
    ['group_archived', 'Name;Group\nTea;Old', { group: 'Old' }],
    ['group_too_deep', 'Name;Group\nTea;1/2/3/4/5/6/7/8/9', { most: 8 }],
    ['group_name_too_long', `Name;Group\nTea;${'x'.repeat(256)}`, { most: 255 }],
    ['no_group', 'Name;Group\nTea;/'],
    ['other_price', 'Name;Price;Retail price\nTea;1;2', { priceType: expect.any(String) }],
    ['other_pack', 'Name;Pack: упак;Pack: 778\nTea;6;7'],
    ['other_stock', 'Name;Stock;Stock: Cellar\nTea;1;2', { store: 'Cellar' }],
    ['whole_pieces', 'Name;Stock\nTea;1.5', { product: 'Tea' }],
    ['too_much', 'Name;Stock;Cost\nTea;9999999999;9999999999'],
    ['shared_with_row', 'Name;External code;Code\nTea;a;7\nJam;b;7', { row: 2 }],
    ['shared_with_product', 'Name;External code;Code\nJam;b;P-1', { product: 'Plum', code: 'P-1' }],
    ['weight_code_unweighed', 'Name;Weight code\nTea;7'],
    ['tracked_weighed', 'Name;Weighed;Tracking\nTea;yes;beer'],
    ['packs_of_service', 'Name;Kind;Pack: упак\nTea;Service;6'],
    ['packs_of_weighed', 'Name;Weighed;Pack: упак\nTea;yes;6'],
    ['pack_in_own_unit', 'Name;Unit;Pack: шт\nTea;шт;6'],
    ['pack_with_own_barcode', 'Name;Barcode;Pack: упак;Pack barcode: упак\nTea;12;6;12'],
    ['below_minimum_price', 'Name;Price;Min price\nTea;1;2'],
  ]
  it.each(FAULTS)('reports the row error %s', async (code, text, values = {}) => {
    const path = `${OWN}?dryRun=true&rates=USD=1000000`
    expect(await remarksOf(path, text, 'errors')).toEqual([[code, values]])
  })

  const FILES: Case[] = [
    ['no_rows', '\n\n'],
    ['no_name_column', 'Code;Price\n1;2', { columns: 'Code, Price' }],
    ['open_quote', 'Name\n"Tea'],
    ['xlsx_unpacks_large', 'PK\u0003\u0004 and no more'],
  ]
  it.each(FILES)('reports the error %s of the whole file', async (code, text, values = {}) => {
    const { status, body } = await sendCsv(shop.api, OWN, text)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ pointer: '#/file', detail: expect.any(String), code, values }])
  })

  const WARNINGS: Case[] = [
    ['wrong_check_digit', 'Name;Barcode\nTea;4006381333930', { barcode: '4006381333930' }],
    ['no_type', 'Наименование;Тип\nЧай;'],
    ['lost_letters', 'Name\nК?кше'],
    ['no_image_link', 'Name;Image\nTea;tea.png'],
    ['same_product', 'Name\nTea\nTea', { row: 3 }],
    ['negative_stock', 'Name;Stock\nTea;-1'],
    ['new_bundle', 'Name;Kind\nTea;Bundle'],
    ['unknown_word', 'Name;Payment subject\nTea;Lottery'],
    ['other_column', 'Name;Code;Код товара\nTea;1;2', { other: 'Code' }],
    ['stock_of_service', 'Name;Kind;Stock\nTea;Service;1'],
    ['stock_of_archived', 'Name;Archived;Stock\nTea;yes;1'],
  ]
  it.each(WARNINGS)('reports the row warning %s', async (code, text, values = {}) => {
    expect(await remarksOf(`${EXT}?dryRun=true`, text, 'warnings')).toEqual([[code, values]])
  })

  it('warns that stock was already entered, and refuses to change the kind of a product in use', async () => {
    const goods = 'Name;Code;Kind;Stock\nNut;N-1;Good;5'
    expect(await remarksOf(OWN, goods, 'errors')).toEqual([])
    expect(await remarksOf(`${OWN}?dryRun=true`, goods, 'warnings')).toEqual([['stock_present', {}]])
    const service = goods.replace('Good', 'Service')
    expect(await remarksOf(`${OWN}?dryRun=true`, service, 'errors')).toEqual([['kind_used', {}]])
  })

  it('covers all message codes with tests', () => {
    const others = [
      'no_unit',
      'control_characters',
      'changed_meanwhile',
      'kind_used',
      'stock_present',
      'parts_in_stock',
    ]
    const ofSheets = ['digits_lost', 'became_date', 'other_sheets']
    const ofSeveralRows = ['other_product']
    const ofFiles = ['not_csv', 'not_csv_from', 'old_excel', 'not_xlsx', 'too_many_rows', 'too_many_columns']
    const ofLargeOnes = ['takes_too_much', 'cell_too_long', 'row_too_long', 'xlsx_too_large']
    const met = new Set([...FILES, ...FAULTS, ...WARNINGS].map(([code]) => code))
    expect(
      REMARK_CODES.filter(
        (code) =>
          !met.has(code) &&
          ![...others, ...ofSheets, ...ofSeveralRows, ...ofFiles, ...ofLargeOnes].includes(code),
      ),
    ).toEqual([])
  })
})
