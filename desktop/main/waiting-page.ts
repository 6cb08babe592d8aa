/** Reason why the till is not displayed yet. */
export type WaitingFor = 'agent-start' | 'agent-answer' | 'page'

const TEXT = {
  en: {
    'agent-start': ['Starting…', 'The till will be ready in a moment.'],
    'agent-answer': [
      'The till is not responding',
      'It is restarting. Completed sales are saved. If this takes long, call IT support.',
    ],
    page: ['One moment…', 'The screen is loading again. Your cart is saved.'],
  },
  ru: {
    'agent-start': ['Запуск…', 'Касса скоро будет готова.'],
    'agent-answer': [
      'Касса не отвечает',
      'Она перезапускается. Проведённые продажи сохранены. Если это затянется, позвоните в техподдержку.',
    ],
    page: ['Одну минуту…', 'Экран загружается заново. Ваш чек сохранён.'],
  },
  kk: {
    'agent-start': ['Іске қосылуда…', 'Касса жақында дайын болады.'],
    'agent-answer': [
      'Касса жауап бермейді',
      'Ол қайта іске қосылуда. Өткізілген сатулар сақталған. Ұзаққа созылса, техникалық қолдауға хабарласыңыз.',
    ],
    page: ['Бір минут…', 'Экран қайта жүктелуде. Чегіңіз сақталған.'],
  },
} as const

const STYLE =
  'html{height:100%;background:#f8f9fa;color:#343a40;font:18px/1.5 system-ui,sans-serif}' +
  'body{height:100%;margin:0;display:grid;place-content:center;text-align:center;padding:0 2rem}' +
  'h1{font-size:1.6rem;font-weight:600;margin:0}p{max-width:32rem;margin:.5rem 0;color:#5c636a}'

/**
 * Returns the page shown instead of the till, as a data: URL. It needs no script, file or network, so it can
 * always be shown. `locale` is a BCP 47 tag. Russian and Kazakh are supported, and all other languages get
 * English.
 */
export function waitingPage(reason: WaitingFor, locale: string): string {
  const spoken = locale.toLowerCase().split('-', 1)[0]
  const language = spoken === 'ru' || spoken === 'kk' ? spoken : 'en'
  const [title, text] = TEXT[language][reason]
  const html =
    `<!doctype html><html lang="${language}"><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    `<title>Counterfoil</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p></html>`
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
}
