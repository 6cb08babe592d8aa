import type { Language } from '#shared/std/languages.ts'

/** Content of a mail: either text to be rendered, or already rendered, such as a receipt. */
export type Letter = WordedLetter | WrittenLetter

/** Content of a mail as plain text, because names of users and organizations can contain any character. */
interface WordedLetter {
  /** Language, if different from that of the mail. */
  language?: Language
  subject: string
  /** Paragraphs before the action. Line breaks within a paragraph are line feeds. */
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Notes in small print below the action. */
  notes?: string[]
}

interface WrittenLetter {
  subject: string
  written: { text: string; html: string }
}

const FOOTER = {
  en: 'This is an automatic e-mail from Counterfoil. Please do not reply.',
  ru: 'Это автоматическое письмо Counterfoil. Отвечать на него не нужно.',
  kk: 'Бұл — Counterfoil автоматты хаты. Жауап берудің қажеті жоқ.',
}

/** Renders a mail as text and as HTML. */
export function renderLetter(
  letter: Letter,
  mailLanguage: 'en' | 'ru',
): { subject: string; text: string; html: string } {
  if ('written' in letter) return { subject: letter.subject, ...letter.written }
  const { subject, paragraphs, action, notes = [], language = mailLanguage } = letter
  const small = [...notes, FOOTER[language]]
  const link = action ? [`${action.label}:\n${action.url}`] : []
  const text = [...paragraphs, ...link, ...small].join('\n\n')
  const button = action
    ? `<p><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;` +
      `background:#1f4fd8;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : ''
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    `<body style="font:16px/1.5 sans-serif;color:#1b1b1f;max-width:36em;margin:24px auto;padding:0 16px">` +
    paragraphs.map((paragraph) => `<p style="white-space:pre-line">${escapeHtml(paragraph)}</p>`).join('') +
    button +
    small.map((note) => `<p style="font-size:13px;color:#5c5c66">${escapeHtml(note)}</p>`).join('') +
    '</body></html>'
  return { subject, text: `${text}\n`, html }
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
