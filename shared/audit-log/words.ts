import type { Language } from '../std/languages.ts'

type Words = Record<Language, string>
const words = (en: string, ru: string, kk: string): Words => ({ en, ru, kk })

/** Nouns for changes, by the word in the path of the operation, or by the kind in the log if different. */
export const NOUNS = {
  products: words('product', 'товар', 'тауар'),
  images: words('product image', 'изображение товара', 'тауар суреті'),
  barcodes: words('product barcode', 'штрихкод товара', 'тауар штрихкоды'),
  imports: words('product import', 'импорт товаров', 'тауарлар импорты'),
  'change-sets': words('bulk change', 'массовое изменение', 'жаппай өзгеріс'),
  'product-groups': words('product group', 'группа товаров', 'тауар тобы'),
  'price-types': words('price type', 'тип цен', 'баға түрі'),
  counterparties: words('counterparty', 'контрагент', 'контрагент'),
  countries: words('country', 'страна', 'ел'),
  currencies: words('currency', 'валюта', 'валюта'),
  rates: words('exchange rate', 'курс валюты', 'валюта бағамы'),
  'units-of-measure': words('unit of measure', 'единица измерения', 'өлшем бірлігі'),
  stores: words('store', 'склад', 'қойма'),
  'retail-points': words('retail point', 'точка продаж', 'сату нүктесі'),
  logo: words('logo of retail point', 'логотип точки продаж', 'сату нүктесінің логотипі'),
  'pairing-code': words(
    'pairing code for retail point',
    'код подключения к точке продаж',
    'сату нүктесіне қосу коды',
  ),
  devices: words('till', 'касса', 'касса'),
  supplies: words('goods receipt', 'приёмка', 'қабылдау'),
  'supplier-returns': words('supplier return', 'возврат поставщику', 'жеткізушіге қайтару'),
  enters: words('stock receipt', 'оприходование', 'кіріске алу'),
  losses: words('write-off', 'списание', 'есептен шығару'),
  transfers: words('transfer', 'перемещение', 'жылжыту'),
  inventories: words('stock count', 'инвентаризация', 'түгендеу'),
  demands: words('shipment', 'отгрузка', 'жөнелту'),
  retail: words('receipt', 'чек', 'чек'),
  'fiscal-receipts': words('fiscal receipt', 'фискальный чек', 'фискалдық чек'),
  'work-list': words('work list item', 'запись на разбор', 'қарауға жататын жазба'),
  cards: words('loyalty card', 'карта лояльности', 'адалдық картасы'),
  programs: words('loyalty program', 'программа лояльности', 'адалдық бағдарламасы'),
  promotions: words('promotion', 'акция', 'акция'),
  vouchers: words('gift voucher', 'подарочный сертификат', 'сыйлық сертификаты'),
  employees: words('employee', 'сотрудник', 'қызметкер'),
  account: words('employee account', 'учётная запись сотрудника', 'қызметкер тіркелгісі'),
  invitation: words('employee invitation', 'приглашение сотрудника', 'қызметкерді шақыру'),
  'employee-roles': words('role', 'роль', 'рөл'),
  'shared-views': words('shared view', 'общий вид списка', 'ортақ көрініс'),
  presets: words('personal view', 'личный вид списка', 'жеке көрініс'),
  settings: words('settings', 'настройки', 'баптаулар'),
  'platform-settings': words('platform settings', 'настройки платформы', 'платформа баптаулары'),
  fiscal: words('fiscal settings', 'фискальные настройки', 'фискалдық баптаулар'),
  extsys: words('external accounting', 'внешний учёт', 'сыртқы есеп'),
  messenger: words('messenger', 'мессенджер', 'мессенджер'),
  'morning-digest': words('morning digest', 'утренняя сводка', 'таңғы есеп'),
  'audit-log': words('audit log', 'журнал изменений', 'өзгерістер журналы'),
  export: words('all data', 'все данные', 'барлық дерек'),
  'books-check': words('stock reconciliation', 'сверка остатков', 'қалдықтарды салыстыру'),
  cleanup: words('data of the organization', 'данные организации', 'ұйым деректері'),
  'seed-demo': words('demo data', 'демо-данные', 'демо-деректер'),
  jobs: words('job', 'задание', 'тапсырма'),
  organizations: words('organization', 'организация', 'ұйым'),
  visits: words('visit to organization', 'посещение организации', 'ұйымға кіру'),
  'ownership-offer': words('ownership offer', 'передача владения', 'иелікті беру'),
  'sign-up-invitations': words('sign-up invitation', 'приглашение на регистрацию', 'тіркелуге шақыру'),
  '2fa': words('two-factor authentication', 'двухфакторная защита', 'екі факторлы қорғау'),
  passkeys: words('passkey', 'ключ доступа', 'кіру кілті'),
  identities: words('linked account', 'связанная учётная запись', 'байланысқан тіркелгі'),
  sessions: words('session', 'сеанс', 'сеанс'),
  'ways-in': words('sign-in methods', 'способы входа', 'кіру тәсілдері'),
  address: words('e-mail', 'почта', 'пошта'),
  feedback: words('feedback', 'отзыв', 'пікір'),
  favourites: words('till favorites', 'избранное касс', 'кассалардың таңдаулылары'),
  'audit-seals': words('audit log seals', 'печати журнала', 'журнал мөрлері'),
  sales: words('till receipts', 'чеки касс', 'касса чектері'),
} as const satisfies Record<string, Words>

/**
 * Verbs for changes, by the last word of the path, or by the method if that word is a noun. `{what}` is
 * replaced by the noun and the name.
 */
export const VERBS = {
  create: words('created {what}', 'создание: {what}', 'жасау: {what}'),
  change: words('changed {what}', 'изменение: {what}', 'өзгерту: {what}'),
  delete: words('deleted {what}', 'удаление: {what}', 'жою: {what}'),
  price: words('changed the price of {what}', 'изменение цены: {what}', 'бағаны өзгерту: {what}'),
  'price-from': words(
    'changed the price of {what} from {was} to {now}',
    'изменение цены: {what}, {was} → {now}',
    'бағаны өзгерту: {what}, {was} → {now}',
  ),
  prices: words(
    'changed product prices ({count})',
    'изменение цен товаров ({count})',
    'тауарлар бағасын өзгерту ({count})',
  ),
  post: words('posted {what}', 'проведение: {what}', 'өткізу: {what}'),
  unpost: words('unposted {what}', 'отмена проведения: {what}', 'өткізуді болдырмау: {what}'),
  fill: words('filled {what} from stock', 'заполнение по остаткам: {what}', 'қалдық бойынша толтыру: {what}'),
  'create-return': words('created a return of {what}', 'возврат: {what}', 'қайтару: {what}'),
  review: words('reviewed {what}', 'разбор: {what}', 'қарап шығу: {what}'),
  settle: words('resolved {what}', 'закрытие вручную: {what}', 'қолмен жабу: {what}'),
  retry: words('retried {what}', 'повтор: {what}', 'қайталау: {what}'),
  cancel: words('canceled {what}', 'отмена: {what}', 'болдырмау: {what}'),
  issue: words('issued {what}', 'выпуск: {what}', 'шығару: {what}'),
  block: words('blocked {what}', 'блокировка: {what}', 'бұғаттау: {what}'),
  unblock: words('unblocked {what}', 'разблокировка: {what}', 'бұғаттан шығару: {what}'),
  'correct-points': words(
    'adjusted points of {what}',
    'изменение баллов: {what}',
    'ұпайларды өзгерту: {what}',
  ),
  apply: words('applied {what}', 'применение: {what}', 'қолдану: {what}'),
  undo: words('undid {what}', 'отмена: {what}', 'қайтару: {what}'),
  'bulk-update': words('bulk-changed products', 'массовое изменение товаров', 'тауарларды жаппай өзгерту'),
  'import-csv': words(
    'imported products from a file',
    'импорт товаров из файла',
    'тауарларды файлдан импорттау',
  ),
  'ext-csv': words(
    'imported products from a file',
    'импорт товаров из файла',
    'тауарларды файлдан импорттау',
  ),
  generate: words('generated {what}', 'создание: {what}', 'жасау: {what}'),
  'look-up': words('searched products', 'поиск товаров', 'тауарларды іздеу'),
  'recalc-retail': words(
    'recalculated the price of {what}',
    'пересчёт цены: {what}',
    'бағаны қайта есептеу: {what}',
  ),
  main: words('chose the main {what}', 'выбор главного: {what}', 'бастысын таңдау: {what}'),
  enable: words('enabled {what}', 'включение: {what}', 'қосу: {what}'),
  disable: words('disabled {what}', 'отключение: {what}', 'өшіру: {what}'),
  revoke: words('revoked {what}', 'отзыв: {what}', 'қайтарып алу: {what}'),
  enrol: words('connected till {name}', 'подключение кассы {name}', 'касса қосу {name}'),
  'toggle-active': words(
    'blocked or unblocked {what}',
    'блокировка или разблокировка: {what}',
    'бұғаттау немесе бұғаттан шығару: {what}',
  ),
  archive: words('archived {what}', 'архивация: {what}', 'мұрағаттау: {what}'),
  restore: words('restored {what}', 'восстановление: {what}', 'қалпына келтіру: {what}'),
  'change-owner': words('changed the owner of {what}', 'смена владельца: {what}', 'иесін ауыстыру: {what}'),
  accept: words('accepted {what}', 'принятие: {what}', 'қабылдау: {what}'),
  send: words('resent {what}', 'повторная отправка: {what}', 'қайта жіберу: {what}'),
  test: words('tested {what}', 'проверка: {what}', 'тексеру: {what}'),
  'test-send': words('tested {what}', 'проверка: {what}', 'тексеру: {what}'),
  bind: words('set up {what}', 'настройка: {what}', 'баптау: {what}'),
  start: words('connected a chat', 'подключение чата', 'чатты қосу'),
  mail: words('set up mail for {what}', 'настройка письма: {what}', 'хатты баптау: {what}'),
  export: words('exported {what}', 'выгрузка: {what}', 'шығару: {what}'),
  link: words('created a link to {what}', 'ссылка: {what}', 'сілтеме: {what}'),
  all: words('deleted all data', 'удаление всех данных', 'барлық деректі жою'),
  async: words('started deleting all data', 'запуск удаления всех данных', 'барлық деректі жоюды бастау'),
  'cleanup/counterparties': words(
    'deleted all counterparties',
    'удаление всех контрагентов',
    'барлық контрагентті жою',
  ),
  'extsys/settings': words('set up external accounting', 'настройка внешнего учёта', 'сыртқы есепті баптау'),
  'address/send': words(
    'requested an e-mail confirmation link',
    'запрос ссылки для подтверждения почты',
    'поштаны растау сілтемесін сұрау',
  ),
  'import-counterparties': words(
    'imported counterparties',
    'импорт контрагентов',
    'контрагенттерді импорттау',
  ),
  'import-products': words('imported products', 'импорт товаров', 'тауарларды импорттау'),
  'reset-password': words(
    'requested a password reset for {what}',
    'сброс пароля: {what}',
    'құпиясөзді ауыстыру: {what}',
  ),
  'change-password': words('changed their own password', 'смена своего пароля', 'өз құпиясөзін ауыстыру'),
  'forgot-password': words(
    'requested a password reset',
    'запрос сброса пароля',
    'құпиясөзді ауыстыруды сұрау',
  ),
  'remove-second-factor': words(
    'turned off two-factor authentication of {what}',
    'отключение двухфакторной защиты: {what}',
    'екі факторлы қорғауды өшіру: {what}',
  ),
  enroll: words('started setting up {what}', 'начало настройки: {what}', 'баптауды бастау: {what}'),
  verify: words('confirmed {what}', 'подтверждение: {what}', 'растау: {what}'),
  confirm: words('confirmed {what}', 'подтверждение: {what}', 'растау: {what}'),
  'recovery-codes': words('generated new recovery codes', 'новые запасные коды', 'жаңа қосалқы кодтар'),
  options: words('started using {what}', 'начало входа: {what}', 'кіруді бастау: {what}'),
  'revoke-all': words('ended all sessions', 'завершение всех сеансов', 'барлық сеансты аяқтау'),
  'step-up': words('confirmed their identity', 'подтверждение личности', 'тұлғаны растау'),
  signup: words('registered the organization', 'регистрация организации', 'ұйымды тіркеу'),
  'accept-invitation': words('accepted the invitation', 'принятие приглашения', 'шақыруды қабылдау'),
  'confirm-address': words('confirmed their e-mail', 'подтверждение почты', 'поштаны растау'),
  'try-out': words('tested a promotion', 'проверка акции', 'акцияны тексеру'),
  balance: words('requested a balance', 'запрос остатка', 'қалдықты сұрау'),
  sales: words('sent {what}', 'отправка: {what}', 'жіберу: {what}'),
  'sign-ins': words('signed in', 'вход', 'кіру'),
  'sign-outs': words('signed out', 'выход', 'шығу'),
  'refused-sign-ins': words(
    'too many sign-in attempts',
    'слишком много попыток входа',
    'кіру әрекеті тым көп',
  ),
  'password-resets': words(
    'reset their password',
    'сброс пароля по ссылке',
    'құпиясөзді сілтеме арқылы ауыстыру',
  ),
  'address-proofs': words('confirmed their e-mail', 'подтверждение почты', 'поштаны растау'),
  'product-import': words('imported products', 'импорт товаров', 'тауарларды импорттау'),
  'product-import-preview': words('previewed an import', 'предпросмотр импорта', 'импортты алдын ала қарау'),
  'product-import-images': words(
    'downloaded product images',
    'загрузка изображений товаров',
    'тауар суреттерін жүктеу',
  ),
  'change-set': words('applied a bulk change', 'массовое изменение', 'жаппай өзгеріс'),
  'demo-data': words('created demo data', 'создание демо-данных', 'демо-деректерді жасау'),
  'extsys-import': words(
    'imported from external accounting',
    'импорт из внешнего учёта',
    'сыртқы есептен импорттау',
  ),
  cleanup: words('deleted data of the organization', 'удаление данных организации', 'ұйым деректерін жою'),
  'organization-deletion': words(
    'deleted organization {name}',
    'удаление организации {name}',
    'ұйымды жою {name}',
  ),
  'organization-export': words('exported all data', 'выгрузка всех данных', 'барлық деректі шығару'),
} as const satisfies Record<string, Words>

/** Names for the sources of changes. */
export const SOURCE_WORDS = {
  Page: words('Page', 'Страница', 'Бет'),
  Api: words('API', 'API', 'API'),
  Till: words('Till', 'Касса', 'Касса'),
  Import: words('Import', 'Импорт', 'Импорт'),
  Job: words('Job', 'Задание', 'Тапсырма'),
} as const satisfies Record<string, Words>

/** Kinds in the log that do not occur as a word in a path. */
export const OTHER_KINDS = [
  'sign-ins',
  'sign-outs',
  'refused-sign-ins',
  'password-resets',
  'address-proofs',
  'signup',
] as const

/** Returns the kinds for filtering the log, sorted by their names in the language. */
export function kindsOfCommands(language: Language): { value: string; label: string }[] {
  const kinds = [
    ...Object.entries(NOUNS).map(([value, noun]) => ({ value, label: noun[language] })),
    ...OTHER_KINDS.map((value) => ({ value, label: VERBS[value][language] })),
  ]
  return kinds
    .filter(({ value }) => !ONLY_IN_PATHS.includes(value))
    .map(({ value, label }) => ({ value, label: capitalized(label, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
}

/** Words in paths that belong to another kind. */
const ONLY_IN_PATHS = [
  'images',
  'barcodes',
  'imports',
  'rates',
  'logo',
  'pairing-code',
  'account',
  'invitation',
  'visits',
]

export const capitalized = (text: string, language: Language): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
