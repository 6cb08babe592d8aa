/** Why the till is not on screen yet. */
export type WaitingFor = 'agent-start' | 'agent-answer' | 'page'

const TEXT = {
  en: {
    'agent-start': ['Starting…', 'The till will be ready in a moment.'],
    'agent-answer': [
      'The till is not answering yet',
      'It is being started again. Sales already made are safe. If this lasts, call your IT support.',
    ],
    page: ['One moment…', 'The screen had to be loaded again. Your receipt is kept.'],
  },
  ru: {
    'agent-start': ['Запуск…', 'Касса сейчас откроется.'],
    'agent-answer': [
      'Касса пока не отвечает',
      'Она запускается снова. Пробитые чеки сохранены. Если это затянется, позовите техподдержку.',
    ],
    page: ['Минуту…', 'Экран загружается заново. Ваш чек сохранён.'],
  },
} as const

const STYLE =
  'html{height:100%;background:#f8f9fa;color:#343a40;font:18px/1.5 system-ui,sans-serif}' +
  'body{height:100%;margin:0;display:grid;place-content:center;text-align:center;padding:0 2rem}' +
  'h1{font-size:1.6rem;font-weight:600;margin:0}p{max-width:32rem;margin:.5rem 0;color:#5c636a}'

/**
 * The calm page that stands in for the till, as a data: URL: without script, file or network it shows even when
 * everything else is broken. `locale` is a BCP 47 tag; any but Russian reads English.
 */
export function waitingPage(reason: WaitingFor, locale: string): string {
  const language = locale.toLowerCase().startsWith('ru') ? 'ru' : 'en'
  const [title, text] = TEXT[language][reason]
  const html =
    `<!doctype html><html lang="${language}"><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    `<title>Counterfoil</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p></html>`
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
}
