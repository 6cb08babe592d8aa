import type { Language } from '#shared/std/languages.ts'

/** A mail: in words, or one that is written out already, as a receipt is. */
export type Letter = WordedLetter | WrittenLetter

/** Everything in it is plain text: names of people and organizations may hold any character. */
interface WordedLetter {
  /** Where it is another one than the mail has. */
  language?: Language
  subject: string
  /** Before the action. Lines of a paragraph end in a line feed. */
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Below it, in small letters. */
  notes?: string[]
}

interface WrittenLetter {
  subject: string
  written: { text: string; html: string }
}

const FOOTER = {
  en: 'Counterfoil wrote this mail by itself: please do not reply.',
  ru: 'Это письмо написано программой Counterfoil: отвечать на него не нужно.',
  kk: 'Бұл хатты Counterfoil бағдарламасы өзі жазды: жауап берудің қажеті жоқ.',
}

/** As text and as HTML. */
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
