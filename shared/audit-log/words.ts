import type { Language } from '../std/languages.ts'

type Words = Record<Language, string>
const words = (en: string, ru: string, kk: string): Words => ({ en, ru, kk })

/** The objects of deeds, by the word in the path of the operation, and by the kind of the log where that is another. */
export const NOUNS = {
  products: words('product', 'товар', 'тауар'),
  images: words('picture of product', 'изображение товара', 'тауар суреті'),
  barcodes: words('barcode of product', 'штрихкод товара', 'тауар штрихкоды'),
  imports: words('import of products', 'импорт товаров', 'тауарлар импорты'),
  'change-sets': words('bulk change', 'массовое изменение', 'жаппай өзгеріс'),
  'product-groups': words('product group', 'группа товаров', 'тауар тобы'),
  'price-types': words('price type', 'тип цен', 'баға түрі'),
  counterparties: words('counterparty', 'контрагент', 'контрагент'),
  countries: words('country', 'страна', 'ел'),
  currencies: words('currency', 'валюта', 'валюта'),
  rates: words('exchange rate', 'курс валюты', 'валюта бағамы'),
  'units-of-measure': words('unit of measure', 'единица измерения', 'өлшем бірлігі'),
  stores: words('store', 'склад', 'қойма'),
  'retail-points': words('retail point', 'торговая точка', 'сауда нүктесі'),
  logo: words('logo of retail point', 'логотип торговой точки', 'сауда нүктесінің логотипі'),
  'pairing-code': words(
    'pairing code for retail point',
    'код подключения к торговой точке',
    'сауда нүктесіне қосу коды',
  ),
  devices: words('till', 'касса', 'касса'),
  supplies: words('goods receipt', 'приёмка', 'қабылдау'),
  'supplier-returns': words('return to supplier', 'возврат поставщику', 'жеткізушіге қайтару'),
  enters: words('stock receipt', 'оприходование', 'кіріске алу'),
  losses: words('write-off', 'списание', 'есептен шығару'),
  transfers: words('transfer', 'перемещение', 'жылжыту'),
  inventories: words('stock count', 'инвентаризация', 'түгендеу'),
  demands: words('shipment', 'отгрузка', 'жөнелту'),
  retail: words('receipt', 'чек', 'чек'),
  'fiscal-receipts': words('fiscal receipt', 'фискальный чек', 'фискалдық чек'),
  'work-list': words('item of the work list', 'строка разбора', 'талдау жолы'),
  cards: words('loyalty card', 'карта лояльности', 'адалдық картасы'),
  programs: words('loyalty program', 'программа лояльности', 'адалдық бағдарламасы'),
  promotions: words('promotion', 'акция', 'акция'),
  vouchers: words('gift voucher', 'подарочный сертификат', 'сыйлық сертификаты'),
  employees: words('employee', 'сотрудник', 'қызметкер'),
  account: words('account of employee', 'учётная запись сотрудника', 'қызметкердің есептік жазбасы'),
  invitation: words('invitation of employee', 'приглашение сотрудника', 'қызметкерді шақыру'),
  'employee-roles': words('role', 'роль', 'рөл'),
  'shared-views': words('shared view', 'общий вид списка', 'ортақ көрініс'),
  presets: words('own view', 'свой вид списка', 'жеке көрініс'),
  settings: words('settings', 'настройки', 'баптаулар'),
  'platform-settings': words('settings of the platform', 'настройки платформы', 'платформа баптаулары'),
  fiscal: words('fiscal settings', 'фискальные настройки', 'фискалдық баптаулар'),
  extsys: words('external accounting', 'внешний учёт', 'сыртқы есеп'),
  messenger: words('messenger', 'мессенджер', 'мессенджер'),
  'morning-digest': words('morning digest', 'утренняя сводка', 'таңғы жиынтық'),
  'audit-log': words('audit log', 'журнал изменений', 'өзгерістер журналы'),
  export: words('all data', 'все данные', 'барлық дерек'),
  'books-check': words('check of the books', 'проверка учёта', 'есепті тексеру'),
  cleanup: words('data of the organization', 'данные организации', 'ұйым деректері'),
  'seed-demo': words('demo data', 'демо-данные', 'демо-деректер'),
  jobs: words('job', 'задание', 'тапсырма'),
  organizations: words('organization', 'организация', 'ұйым'),
  visits: words('visit to organization', 'посещение организации', 'ұйымға кіру'),
  'ownership-offer': words('offer of ownership', 'передача владения', 'иелікті беру'),
  'sign-up-invitations': words('invitation to sign up', 'приглашение к регистрации', 'тіркелуге шақыру'),
  '2fa': words('second factor', 'второй фактор', 'екінші фактор'),
  passkeys: words('passkey', 'ключ доступа', 'кіру кілті'),
  identities: words('way to sign on', 'вход через провайдера', 'провайдер арқылы кіру'),
  sessions: words('session', 'сеанс', 'сеанс'),
  'ways-in': words('ways to sign in', 'способы входа', 'кіру тәсілдері'),
  address: words('e-mail address', 'адрес почты', 'пошта мекенжайы'),
  feedback: words('feedback', 'отзыв', 'пікір'),
  favourites: words('favourites of tills', 'избранное касс', 'кассалардың таңдаулылары'),
  'audit-seals': words('seals of the log', 'печати журнала', 'журнал мөрлері'),
  sales: words('receipts of tills', 'чеки касс', 'касса чектері'),
} as const satisfies Record<string, Words>

/** The deeds, by the last word of the path, or by the method where that word is a noun. `{what}`: noun and name. */
export const VERBS = {
  create: words('created {what}', 'создание: {what}', 'жасау: {what}'),
  change: words('changed {what}', 'изменение: {what}', 'өзгерту: {what}'),
  delete: words('deleted {what}', 'удаление: {what}', 'жою: {what}'),
  price: words('changed the price of {what}', 'изменение цены: {what}', 'бағаны өзгерту: {what}'),
  'price-from': words(
    'changed the price of {what} from {was} to {now}',
    'изменение цены: {what}, было {was}, стало {now}',
    'бағаны өзгерту: {what}, {was} болған, {now} болды',
  ),
  prices: words(
    'changed the prices of products ({count})',
    'изменение цен товаров ({count})',
    'тауарлар бағасын өзгерту ({count})',
  ),
  post: words('posted {what}', 'проведение: {what}', 'өткізу: {what}'),
  unpost: words('unposted {what}', 'отмена проведения: {what}', 'өткізуден алу: {what}'),
  fill: words('filled {what} from stock', 'заполнение по остаткам: {what}', 'қалдық бойынша толтыру: {what}'),
  'create-return': words('made a return of {what}', 'возврат: {what}', 'қайтару: {what}'),
  review: words('reviewed {what}', 'разбор: {what}', 'қарап шығу: {what}'),
  settle: words('settled {what}', 'закрытие вручную: {what}', 'қолмен жабу: {what}'),
  retry: words('tried {what} again', 'повтор: {what}', 'қайталау: {what}'),
  cancel: words('cancelled {what}', 'отмена: {what}', 'бас тарту: {what}'),
  issue: words('issued {what}', 'выпуск: {what}', 'шығару: {what}'),
  block: words('blocked {what}', 'блокировка: {what}', 'бұғаттау: {what}'),
  unblock: words('unblocked {what}', 'разблокировка: {what}', 'бұғаттан шығару: {what}'),
  'correct-points': words(
    'corrected points of {what}',
    'исправление баллов: {what}',
    'ұпайларды түзету: {what}',
  ),
  apply: words('applied {what}', 'применение: {what}', 'қолдану: {what}'),
  undo: words('undid {what}', 'откат: {what}', 'кері қайтару: {what}'),
  'bulk-update': words('changed many products', 'массовое изменение товаров', 'тауарларды жаппай өзгерту'),
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
  generate: words('made a {what}', 'создание: {what}', 'жасау: {what}'),
  'look-up': words('looked products up', 'поиск товаров', 'тауарларды іздеу'),
  'recalc-retail': words(
    'recalculated the price of {what}',
    'пересчёт цены: {what}',
    'бағаны қайта есептеу: {what}',
  ),
  main: words('chose the main {what}', 'выбор главного: {what}', 'бастысын таңдау: {what}'),
  enable: words('enabled {what}', 'включение: {what}', 'қосу: {what}'),
  disable: words('disabled {what}', 'отключение: {what}', 'өшіру: {what}'),
  revoke: words('took {what} out of service', 'отключение: {what}', 'қызметтен шығару: {what}'),
  enrol: words('connected till {name}', 'подключение кассы {name}', 'касса қосу {name}'),
  'toggle-active': words(
    'locked or opened {what}',
    'закрытие или открытие: {what}',
    'жабу немесе ашу: {what}',
  ),
  archive: words('archived {what}', 'архивация: {what}', 'мұрағаттау: {what}'),
  restore: words('restored {what}', 'восстановление: {what}', 'қалпына келтіру: {what}'),
  'change-owner': words('changed the owner of {what}', 'смена владельца: {what}', 'иесін ауыстыру: {what}'),
  accept: words('accepted {what}', 'принятие: {what}', 'қабылдау: {what}'),
  send: words('sent {what} again', 'повторная отправка: {what}', 'қайта жіберу: {what}'),
  test: words('tested {what}', 'проверка: {what}', 'тексеру: {what}'),
  'test-send': words('tested {what}', 'проверка: {what}', 'тексеру: {what}'),
  bind: words('set up {what}', 'настройка: {what}', 'баптау: {what}'),
  start: words('bound a chat', 'привязка чата', 'чатты қосу'),
  mail: words('set the mail of {what}', 'настройка письма: {what}', 'хатты баптау: {what}'),
  export: words('exported {what}', 'выгрузка: {what}', 'шығару: {what}'),
  link: words('made a link to {what}', 'ссылка: {what}', 'сілтеме: {what}'),
  all: words('deleted all data', 'удаление всех данных', 'барлық деректі жою'),
  async: words('started to delete all data', 'запуск удаления всех данных', 'барлық деректі жоюды бастау'),
  'cleanup/counterparties': words(
    'deleted all counterparties',
    'удаление всех контрагентов',
    'барлық контрагентті жою',
  ),
  'extsys/settings': words('set up external accounting', 'настройка внешнего учёта', 'сыртқы есепті баптау'),
  'address/send': words(
    'asked for a link to prove the address',
    'запрос ссылки для подтверждения адреса',
    'мекенжайды растау сілтемесін сұрау',
  ),
  'import-counterparties': words(
    'imported counterparties',
    'импорт контрагентов',
    'контрагенттерді импорттау',
  ),
  'import-products': words('imported products', 'импорт товаров', 'тауарларды импорттау'),
  'reset-password': words(
    'asked for a new password of {what}',
    'новый пароль: {what}',
    'жаңа құпиясөз: {what}',
  ),
  'change-password': words('changed their password', 'смена своего пароля', 'өз құпиясөзін ауыстыру'),
  'forgot-password': words('asked for a new password', 'запрос нового пароля', 'жаңа құпиясөз сұрау'),
  'remove-second-factor': words(
    'removed the second factor of {what}',
    'снятие второго фактора: {what}',
    'екінші факторды алып тастау: {what}',
  ),
  enroll: words('began to set up {what}', 'начало настройки: {what}', 'баптауды бастау: {what}'),
  verify: words('confirmed {what}', 'подтверждение: {what}', 'растау: {what}'),
  confirm: words('confirmed {what}', 'подтверждение: {what}', 'растау: {what}'),
  'recovery-codes': words(
    'made new recovery codes',
    'новые коды восстановления',
    'жаңа қалпына келтіру кодтары',
  ),
  options: words('began to use {what}', 'начало входа: {what}', 'кіруді бастау: {what}'),
  'revoke-all': words('ended all sessions', 'завершение всех сеансов', 'барлық сеансты аяқтау'),
  'step-up': words('proved who they are', 'подтверждение личности', 'тұлғаны растау'),
  signup: words('registered the organization', 'регистрация организации', 'ұйымды тіркеу'),
  'accept-invitation': words('accepted the invitation', 'принятие приглашения', 'шақыруды қабылдау'),
  'confirm-address': words('proved the address', 'подтверждение адреса', 'мекенжайды растау'),
  'try-out': words('tried a promotion out', 'проба акции', 'акцияны байқап көру'),
  balance: words('asked for a balance', 'запрос остатка', 'қалдықты сұрау'),
  sales: words('handed over {what}', 'передача: {what}', 'тапсыру: {what}'),
  'sign-ins': words('signed in', 'вход', 'кіру'),
  'sign-outs': words('signed out', 'выход', 'шығу'),
  'refused-sign-ins': words(
    'too many attempts to sign in',
    'слишком много попыток входа',
    'кіру әрекеті тым көп',
  ),
  'password-resets': words('chose a new password', 'новый пароль по ссылке', 'сілтеме арқылы жаңа құпиясөз'),
  'address-proofs': words('proved the address', 'подтверждение адреса', 'мекенжайды растау'),
  'product-import': words('imported products', 'импорт товаров', 'тауарларды импорттау'),
  'product-import-preview': words('previewed an import', 'предпросмотр импорта', 'импортты алдын ала қарау'),
  'product-import-images': words(
    'fetched pictures of products',
    'загрузка изображений товаров',
    'тауар суреттерін жүктеу',
  ),
  'change-set': words('applied a bulk change', 'массовое изменение', 'жаппай өзгеріс'),
  'demo-data': words('made demo data', 'создание демо-данных', 'демо-деректерді жасау'),
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

/** Through which door a deed was done. */
export const SOURCE_WORDS = {
  Page: words('Page', 'Страница', 'Бет'),
  Api: words('API', 'API', 'API'),
  Till: words('Till', 'Касса', 'Касса'),
  Import: words('Import', 'Импорт', 'Импорт'),
  Job: words('Job', 'Задание', 'Тапсырма'),
} as const satisfies Record<string, Words>

/** Kinds of the log that no word of a path names. */
export const OTHER_KINDS = [
  'sign-ins',
  'sign-outs',
  'refused-sign-ins',
  'password-resets',
  'address-proofs',
  'signup',
] as const

/** The kinds by which the log is filtered, by their words in the language. */
export function kindsOfDeeds(language: Language): { value: string; label: string }[] {
  const kinds = [
    ...Object.entries(NOUNS).map(([value, noun]) => ({ value, label: noun[language] })),
    ...OTHER_KINDS.map((value) => ({ value, label: VERBS[value][language] })),
  ]
  return kinds
    .filter(({ value }) => !ONLY_IN_PATHS.includes(value))
    .map(({ value, label }) => ({ value, label: capitalized(label, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
}

/** Words of paths under another kind. */
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
