import type { MessengerLanguage } from '#shared/contracts/organization/messenger.ts'

/** What chats are told. `{name}` is filled in; lines of a notice go below its title. */
const EN = {
  bound: '✅ This chat is bound to {organization}. It will be told what happens there. /stop ends it.',
  test: '🔔 A test notice of {organization}: notices arrive.',
  stopped: 'This chat is told nothing any more. To bind it again, open a new link in the console.',
  unknownCode:
    'This link is unknown, used or expired. Make a new one in the console of Counterfoil, under Organization, Messenger.',
  again: '↻ The hub was interrupted while it sent this, so it may have come before.',
  tillSilent: '📵 No contact with a till that has an open shift',
  tillSilentLine: '{till}, {point}: since {since}',
  largeReturn: '↩️ Large return: {sum}',
  largeReturnLine: 'Receipt {number}, {point}, {cashier}, {at}',
  shiftClosed: '🧾 Shift {number} closed: {till}, {point}',
  shiftBy: 'By {cashier}, {at}',
  sales: 'Sales: {sum} ({count} receipts)',
  byMeans: 'Cash {cash}, cards {card}, other {other}',
  returns: 'Returns: {sum} ({count})',
  counted: 'Cash counted: {counted}, expected {expected}',
  discrepancy: '⚠️ Difference: {difference}',
  lowStock: '📦 Low stock: {count}',
  lowStockLine: '• {name}: {quantity}, minimum {minimum}',
  fiscalStuck: '🧾 Fiscal receipts that are stuck: {count}',
  fiscalStuckLine: '• {number}, {point}: {message}',
  more: 'and {count} more',
}
export type Words = typeof EN

const RU: Words = {
  bound:
    '✅ Чат привязан к организации {organization}. Сюда будут приходить уведомления. /stop отключает их.',
  test: '🔔 Пробное уведомление организации {organization}: уведомления приходят.',
  stopped: 'Уведомления отключены. Чтобы включить их снова, откройте новую ссылку в консоли.',
  unknownCode:
    'Эта ссылка неизвестна, использована или истекла. Создайте новую в консоли Counterfoil: Организация, Мессенджер.',
  again: '↻ Отправка прервалась, поэтому сообщение могло уже прийти.',
  tillSilent: '📵 Нет связи с кассой, на которой открыта смена',
  tillSilentLine: '{till}, {point}: с {since}',
  largeReturn: '↩️ Крупный возврат: {sum}',
  largeReturnLine: 'Чек {number}, {point}, {cashier}, {at}',
  shiftClosed: '🧾 Закрыта смена {number}: {till}, {point}',
  shiftBy: 'Закрыл(а) {cashier}, {at}',
  sales: 'Продажи: {sum} (чеков: {count})',
  byMeans: 'Наличные {cash}, карты {card}, прочее {other}',
  returns: 'Возвраты: {sum} ({count})',
  counted: 'Наличных посчитано: {counted}, ожидалось {expected}',
  discrepancy: '⚠️ Расхождение: {difference}',
  lowStock: '📦 Заканчивается товаров: {count}',
  lowStockLine: '• {name}: {quantity}, минимум {minimum}',
  fiscalStuck: '🧾 Застряли фискальные чеки: {count}',
  fiscalStuckLine: '• {number}, {point}: {message}',
  more: 'и ещё {count}',
}

const KK: Words = {
  bound: '✅ Чат {organization} ұйымына қосылды. Хабарламалар осында келеді. /stop оларды тоқтатады.',
  test: '🔔 {organization} ұйымының сынақ хабарламасы: хабарламалар келіп тұр.',
  stopped: 'Хабарламалар тоқтатылды. Қайта қосу үшін консольден жаңа сілтемені ашыңыз.',
  unknownCode:
    'Бұл сілтеме белгісіз, пайдаланылған немесе мерзімі өткен. Counterfoil консолінде жаңасын жасаңыз: Ұйым, Мессенджер.',
  again: '↻ Жіберу үзіліп қалды, сондықтан бұл хабарлама бұрын келген болуы мүмкін.',
  tillSilent: '📵 Ауысымы ашық кассамен байланыс жоқ',
  tillSilentLine: '{till}, {point}: {since} бастап',
  largeReturn: '↩️ Ірі қайтару: {sum}',
  largeReturnLine: 'Чек {number}, {point}, {cashier}, {at}',
  shiftClosed: '🧾 {number} ауысым жабылды: {till}, {point}',
  shiftBy: 'Жапқан: {cashier}, {at}',
  sales: 'Сатылым: {sum} (чек саны: {count})',
  byMeans: 'Қолма-қол {cash}, карта {card}, басқа {other}',
  returns: 'Қайтару: {sum} ({count})',
  counted: 'Саналған қолма-қол ақша: {counted}, күтілгені {expected}',
  discrepancy: '⚠️ Айырма: {difference}',
  lowStock: '📦 Таусылып жатқан тауар: {count}',
  lowStockLine: '• {name}: {quantity}, ең азы {minimum}',
  fiscalStuck: '🧾 Тұрып қалған фискалдық чектер: {count}',
  fiscalStuckLine: '• {number}, {point}: {message}',
  more: 'және тағы {count}',
}

const WORDS: Record<MessengerLanguage, Words> = { en: EN, ru: RU, kk: KK }

export const wordsOf = (language: MessengerLanguage): Words => WORDS[language]
