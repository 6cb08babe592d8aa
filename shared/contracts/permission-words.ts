import type { Language } from './exports.ts'
import type { Permission } from './permissions.ts'

type Words = Record<Language, string>

/** What each permission allows, in a sentence for the one who makes a role. */
export const PERMISSION_WORDS: Record<Permission, Words> = {
  'catalog.view': {
    en: 'See products, prices, counterparties and the other lists.',
    ru: 'Видеть товары, цены, контрагентов и другие справочники.',
  },
  'catalog.create': { en: 'Add to the lists.', ru: 'Добавлять в справочники.' },
  'catalog.update': {
    en: 'Change what is in the lists, prices too.',
    ru: 'Изменять справочники, в том числе цены.',
  },
  'catalog.delete': { en: 'Delete from the lists.', ru: 'Удалять из справочников.' },
  'catalog.export': { en: 'Take the lists away as files.', ru: 'Выгружать справочники в файлы.' },
  'purchases.view': {
    en: 'See supplies and supplier returns.',
    ru: 'Видеть приёмки и возвраты поставщикам.',
  },
  'purchases.create': {
    en: 'Write supplies and supplier returns.',
    ru: 'Создавать приёмки и возвраты поставщикам.',
  },
  'purchases.update': { en: 'Change drafts of purchases.', ru: 'Изменять черновики закупок.' },
  'purchases.delete': { en: 'Delete drafts of purchases.', ru: 'Удалять черновики закупок.' },
  'purchases.post': { en: 'Post purchases: the goods move.', ru: 'Проводить закупки: товар движется.' },
  'purchases.unpost': { en: 'Take purchases back to drafts.', ru: 'Отменять проведение закупок.' },
  'purchases.export': { en: 'Take purchases away as files.', ru: 'Выгружать закупки в файлы.' },
  'sales.view': {
    en: 'See receipts, shifts and demands.',
    ru: 'Видеть чеки, смены и отгрузки.',
  },
  'sales.create': {
    en: 'Write sales and demands in the office.',
    ru: 'Создавать продажи и отгрузки в офисе.',
  },
  'sales.update': { en: 'Change drafts of sales.', ru: 'Изменять черновики продаж.' },
  'sales.delete': { en: 'Delete drafts of sales.', ru: 'Удалять черновики продаж.' },
  'sales.post': { en: 'Post sales: the goods move.', ru: 'Проводить продажи: товар движется.' },
  'sales.unpost': { en: 'Take sales back to drafts.', ru: 'Отменять проведение продаж.' },
  'sales.export': { en: 'Take sales away as files.', ru: 'Выгружать продажи в файлы.' },
  'sales.override_price': {
    en: 'Sell below the minimum price, or at a discount what has none.',
    ru: 'Продавать ниже минимальной цены и со скидкой то, на что её нет.',
  },
  'sales.override_return_period': {
    en: 'Take goods back after the time for returns.',
    ru: 'Принимать возврат после срока возврата.',
  },
  'inventory.view': { en: 'See stock and its documents.', ru: 'Видеть остатки и складские документы.' },
  'inventory.create': {
    en: 'Write stock documents and counts.',
    ru: 'Создавать складские документы и инвентаризации.',
  },
  'inventory.update': {
    en: 'Change drafts of stock documents.',
    ru: 'Изменять черновики складских документов.',
  },
  'inventory.delete': {
    en: 'Delete drafts of stock documents.',
    ru: 'Удалять черновики складских документов.',
  },
  'inventory.post': {
    en: 'Post stock documents: the goods move.',
    ru: 'Проводить складские документы: товар движется.',
  },
  'inventory.unpost': {
    en: 'Take stock documents back to drafts.',
    ru: 'Отменять проведение складских документов.',
  },
  'inventory.export': {
    en: 'Take stock and its documents away as files.',
    ru: 'Выгружать остатки и складские документы.',
  },
  'loyalty.view': {
    en: 'See loyalty programs, cards, points, promotions and gift vouchers.',
    ru: 'Видеть программы лояльности, карты, баллы, акции и подарочные сертификаты.',
  },
  'loyalty.create': {
    en: 'Issue loyalty cards and gift vouchers, add programs and promotions.',
    ru: 'Выдавать карты лояльности и подарочные сертификаты, добавлять программы и акции.',
  },
  'loyalty.update': {
    en: 'Change programs and promotions, block and unblock cards and gift vouchers.',
    ru: 'Изменять программы и акции, блокировать и разблокировать карты и сертификаты.',
  },
  'loyalty.delete': {
    en: 'Delete programs, cards, promotions and gift vouchers.',
    ru: 'Удалять программы, карты, акции и сертификаты.',
  },
  'costs.view': { en: 'See costs, profit and margin.', ru: 'Видеть себестоимость, прибыль и маржу.' },
  'period.override': { en: 'Post into a closed period.', ru: 'Проводить документы в закрытом периоде.' },
  'organization.view': { en: 'See the settings of the organization.', ru: 'Видеть настройки организации.' },
  'organization.update': {
    en: 'Change the settings of the organization.',
    ru: 'Изменять настройки организации.',
  },
  'organization.share_views': {
    en: 'Share saved views of lists with others.',
    ru: 'Делиться сохранёнными видами списков.',
  },
  'employees.view': { en: 'See employees and roles.', ru: 'Видеть сотрудников и роли.' },
  'employees.create': { en: 'Add employees and roles.', ru: 'Добавлять сотрудников и роли.' },
  'employees.update': {
    en: 'Change employees, their PINs and roles.',
    ru: 'Изменять сотрудников, их PIN-коды и роли.',
  },
  'employees.delete': { en: 'Delete employees and roles.', ru: 'Удалять сотрудников и роли.' },
  'audit.view': {
    en: 'See who has changed what.',
    ru: 'Видеть, кто что изменил.',
  },
  'devices.manage': { en: 'Connect and disconnect tills.', ru: 'Подключать и отключать кассы.' },
  'sync.view': {
    en: 'See what tills have sent and what is wrong with it.',
    ru: 'Видеть, что прислали кассы и что с этим не так.',
  },
  'sync.manage': {
    en: 'Settle what tills have sent wrong.',
    ru: 'Разбирать ошибки в том, что прислали кассы.',
  },
  'pos.sell': { en: 'Sell at a till.', ru: 'Продавать на кассе.' },
  'pos.return': { en: 'Take goods back at a till.', ru: 'Принимать возвраты на кассе.' },
  'pos.sync': { en: 'Exchange data as a till does.', ru: 'Обмениваться данными как касса.' },
}

/** The areas of permissions, in their order. */
export const AREA_WORDS: Record<string, Words> = {
  catalog: { en: 'Catalog', ru: 'Справочники' },
  purchases: { en: 'Purchases', ru: 'Закупки' },
  sales: { en: 'Sales', ru: 'Продажи' },
  inventory: { en: 'Stock', ru: 'Склад' },
  loyalty: { en: 'Loyalty', ru: 'Лояльность' },
  costs: { en: 'Costs', ru: 'Себестоимость' },
  period: { en: 'Closed periods', ru: 'Закрытые периоды' },
  organization: { en: 'Organization', ru: 'Организация' },
  employees: { en: 'Employees', ru: 'Сотрудники' },
  audit: { en: 'Audit log', ru: 'Журнал действий' },
  devices: { en: 'Tills', ru: 'Кассы' },
  sync: { en: 'Exchange with tills', ru: 'Обмен с кассами' },
  pos: { en: 'At the till', ru: 'На кассе' },
}

/** Permissions by area, in their order. */
export const permissionsByArea = <Some extends Permission>(
  permissions: readonly Some[],
): Map<string, Some[]> =>
  Map.groupBy(permissions, (permission) => permission.slice(0, permission.indexOf('.')))
