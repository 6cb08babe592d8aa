import type { Permission } from '#shared/domain/permissions.ts'
import type { Language } from './exports.ts'

type Words = Record<Language, string>

/** Descriptions of permissions, shown to the user who defines a role. */
export const PERMISSION_WORDS: Record<Permission, Words> = {
  'catalog.view': {
    en: 'View products, prices, counterparties and other lists.',
    ru: 'Видеть товары, цены, контрагентов и другие справочники.',
  },
  'catalog.create': { en: 'Add records to the lists.', ru: 'Добавлять записи в справочники.' },
  'catalog.update': {
    en: 'Edit the lists, including prices.',
    ru: 'Изменять справочники, в том числе цены.',
  },
  'catalog.delete': { en: 'Delete records from the lists.', ru: 'Удалять записи из справочников.' },
  'catalog.export': { en: 'Export lists.', ru: 'Выгружать справочники.' },
  'purchases.view': {
    en: 'View goods receipts and supplier returns.',
    ru: 'Видеть приёмки и возвраты поставщикам.',
  },
  'purchases.create': {
    en: 'Create goods receipts and supplier returns.',
    ru: 'Создавать приёмки и возвраты поставщикам.',
  },
  'purchases.update': { en: 'Edit drafts of purchases.', ru: 'Изменять черновики закупок.' },
  'purchases.delete': { en: 'Delete drafts of purchases.', ru: 'Удалять черновики закупок.' },
  'purchases.post': { en: 'Post purchases (changes stock).', ru: 'Проводить закупки (меняет остатки).' },
  'purchases.unpost': { en: 'Unpost purchases.', ru: 'Отменять проведение закупок.' },
  'purchases.export': { en: 'Export purchases.', ru: 'Выгружать закупки.' },
  'sales.view': {
    en: 'View receipts, shifts and shipments.',
    ru: 'Видеть чеки, смены и отгрузки.',
  },
  'sales.create': {
    en: 'Create sales and shipments in the office.',
    ru: 'Создавать продажи и отгрузки в офисе.',
  },
  'sales.update': { en: 'Edit drafts of sales.', ru: 'Изменять черновики продаж.' },
  'sales.delete': { en: 'Delete drafts of sales.', ru: 'Удалять черновики продаж.' },
  'sales.post': { en: 'Post sales (changes stock).', ru: 'Проводить продажи (меняет остатки).' },
  'sales.unpost': { en: 'Unpost sales.', ru: 'Отменять проведение продаж.' },
  'sales.export': { en: 'Export sales.', ru: 'Выгружать продажи.' },
  'sales.override_price': {
    en: 'Sell below the minimum price, or discount products sold without discounts.',
    ru: 'Продавать ниже минимальной цены и со скидкой товары без скидок.',
  },
  'sales.override_return_period': {
    en: 'Accept returns after the return period.',
    ru: 'Принимать возврат после срока возврата.',
  },
  'inventory.view': { en: 'View stock and stock documents.', ru: 'Видеть остатки и складские документы.' },
  'inventory.create': {
    en: 'Create stock documents and stock counts.',
    ru: 'Создавать складские документы и инвентаризации.',
  },
  'inventory.update': {
    en: 'Edit drafts of stock documents.',
    ru: 'Изменять черновики складских документов.',
  },
  'inventory.delete': {
    en: 'Delete drafts of stock documents.',
    ru: 'Удалять черновики складских документов.',
  },
  'inventory.post': {
    en: 'Post stock documents (changes stock).',
    ru: 'Проводить складские документы (меняет остатки).',
  },
  'inventory.unpost': {
    en: 'Unpost stock documents.',
    ru: 'Отменять проведение складских документов.',
  },
  'inventory.export': {
    en: 'Export stock and stock documents.',
    ru: 'Выгружать остатки и складские документы.',
  },
  'loyalty.view': {
    en: 'View loyalty programs, cards, points, promotions and gift vouchers.',
    ru: 'Видеть программы лояльности, карты, баллы, акции и подарочные сертификаты.',
  },
  'loyalty.create': {
    en: 'Issue loyalty cards and gift vouchers, add programs and promotions.',
    ru: 'Выдавать карты лояльности и подарочные сертификаты, добавлять программы и акции.',
  },
  'loyalty.update': {
    en: 'Edit programs and promotions, block and unblock cards and gift vouchers.',
    ru: 'Изменять программы и акции, блокировать и разблокировать карты и подарочные сертификаты.',
  },
  'loyalty.delete': {
    en: 'Delete programs, cards, promotions and gift vouchers.',
    ru: 'Удалять программы, карты, акции и подарочные сертификаты.',
  },
  'costs.view': {
    en: 'View costs, profit and margin.',
    ru: 'Видеть себестоимость, прибыль и рентабельность.',
  },
  'period.override': {
    en: 'Post documents in a closed period.',
    ru: 'Проводить документы в закрытом периоде.',
  },
  'organization.view': { en: 'View organization settings.', ru: 'Видеть настройки организации.' },
  'organization.update': {
    en: 'Change organization settings.',
    ru: 'Изменять настройки организации.',
  },
  'organization.share_views': {
    en: 'Share saved list views with others.',
    ru: 'Делиться сохранёнными видами списков.',
  },
  'employees.view': { en: 'View employees and roles.', ru: 'Видеть сотрудников и роли.' },
  'employees.create': { en: 'Add employees and roles.', ru: 'Добавлять сотрудников и роли.' },
  'employees.update': {
    en: 'Edit employees, their PINs and roles.',
    ru: 'Изменять сотрудников, их ПИН-коды и роли.',
  },
  'employees.delete': { en: 'Delete employees and roles.', ru: 'Удалять сотрудников и роли.' },
  'audit.view': {
    en: 'View who changed what.',
    ru: 'Видеть, кто что изменил.',
  },
  'devices.manage': { en: 'Connect and disconnect tills.', ru: 'Подключать и отключать кассы.' },
  'sync.view': {
    en: 'View records from tills and the work list.',
    ru: 'Видеть записи от касс и раздел «На разбор».',
  },
  'sync.manage': {
    en: 'Resolve items of the work list.',
    ru: 'Разбирать записи раздела «На разбор».',
  },
  'pos.sell': { en: 'Sell at a till.', ru: 'Продавать на кассе.' },
  'pos.return': { en: 'Accept returns at a till.', ru: 'Принимать возвраты на кассе.' },
  'pos.sync': { en: 'Exchange data as a till.', ru: 'Обмениваться данными как касса.' },
}

/** Names of permission areas, in display order. */
export const AREA_WORDS: Record<string, Words> = {
  catalog: { en: 'Catalog', ru: 'Каталог' },
  purchases: { en: 'Purchases', ru: 'Закупки' },
  sales: { en: 'Sales', ru: 'Продажи' },
  inventory: { en: 'Stock', ru: 'Склад' },
  loyalty: { en: 'Loyalty', ru: 'Лояльность' },
  costs: { en: 'Costs', ru: 'Себестоимость' },
  period: { en: 'Closed periods', ru: 'Закрытые периоды' },
  organization: { en: 'Organization', ru: 'Организация' },
  employees: { en: 'Employees', ru: 'Сотрудники' },
  audit: { en: 'Audit log', ru: 'Журнал изменений' },
  devices: { en: 'Tills', ru: 'Кассы' },
  sync: { en: 'Data from tills', ru: 'Данные от касс' },
  pos: { en: 'Selling at tills', ru: 'Продажа на кассе' },
}

/** Groups permissions by area, in display order. */
export const permissionsByArea = <Some extends Permission>(
  permissions: readonly Some[],
): Map<string, Some[]> =>
  Map.groupBy(permissions, (permission) => permission.slice(0, permission.indexOf('.')))
