import { toNumberOf } from '#hub/db/tables/columns.ts'
import { EXCLUDED_TABLES, EXPORTED_TABLES, type ExportedColumn, READ_ONLY } from './exported-tables.ts'

type Language = 'en' | 'ru' | 'kk'

const FILES: Record<Language, string> = { en: 'README.md', ru: 'README.ru.md', kk: 'README.kk.md' }

interface Words {
  about: (name: string) => string
  column: string
  kind: string
  leadsTo: string
  steps: (perOne: number) => string
  time: string
  leftOut: string
  onlyToRead: string
}

const WORDS: Record<Language, Words> = {
  en: {
    about: (name) => `# ${name}: all data of the organization

- \`csv/\`: each table for a spreadsheet. Amounts and quantities are decimal numbers, times are by the clock of the organization.
- \`tables/\`: the same tables for programs, a JSON object on each line, exactly as they are kept: amounts are whole numbers of the parts named below, times are UTC.
- \`files/\`: images of products and logos.
- \`SHA256SUMS\`: checksums; \`sha256sum -c SHA256SUMS\` compares them. \`manifest.json\`: what is in the archive.

All tables show the same moment. Passwords, PINs and keys are not in the archive. \`npm run import-organization -- FILE\`
restores the organization on a server that does not have it.`,
    column: 'column',
    kind: 'kind',
    leadsTo: 'leads to',
    steps: (perOne) => `number, stored in 1/${perOne}`,
    time: 'time',
    leftOut: 'Tables that are not in the archive, with the reason',
    onlyToRead: 'For reading only: an import does not restore this table.',
  },
  ru: {
    about: (name) => `# ${name}: все данные организации

- \`csv/\`: каждая таблица для электронных таблиц. Суммы и количества — десятичные числа, время — по часам организации.
- \`tables/\`: те же таблицы для программ, по одному объекту JSON в строке, точно как они хранятся: суммы — целые числа указанных ниже долей, время — UTC.
- \`files/\`: изображения товаров и логотипы.
- \`SHA256SUMS\`: контрольные суммы; их сверяет \`sha256sum -c SHA256SUMS\`. \`manifest.json\`: что есть в архиве.

Все таблицы показывают один и тот же момент. Паролей, ПИН-кодов и ключей в архиве нет. \`npm run import-organization -- ФАЙЛ\`
восстанавливает организацию на сервере, где её нет.`,
    column: 'столбец',
    kind: 'вид',
    leadsTo: 'ссылается на',
    steps: (perOne) => `число, хранится в 1/${perOne}`,
    time: 'время',
    leftOut: 'Каких таблиц здесь нет и почему',
    onlyToRead: 'Только для чтения: импорт эту таблицу не восстанавливает.',
  },
  kk: {
    about: (name) => `# ${name}: ұйымның барлық деректері

- \`csv/\`: электрондық кестеге арналған әр кесте. Сомалар мен мөлшерлер — ондық сандар, уақыт — ұйымның сағаты бойынша.
- \`tables/\`: сол кестелер бағдарламаларға арналған, әр жолда бір JSON нысаны, дәл сақталған күйінде: сомалар — төменде көрсетілген үлестердің бүтін сандары, уақыт — UTC.
- \`files/\`: тауарлардың суреттері мен логотиптер.
- \`SHA256SUMS\`: бақылау сомалары; оларды \`sha256sum -c SHA256SUMS\` салыстырады. \`manifest.json\`: мұрағатта не бар.

Барлық кестелер бір сәтті көрсетеді. Мұрағатта құпиясөздер, ПИН-кодтар және кілттер жоқ. \`npm run import-organization -- ФАЙЛ\`
ұйымды ол жоқ серверде қалпына келтіреді.`,
    column: 'баған',
    kind: 'түрі',
    leadsTo: 'сілтемесі',
    steps: (perOne) => `сан, 1/${perOne} үлеспен сақталады`,
    time: 'уақыт',
    leftOut: 'Мұнда жоқ кестелер және себебі',
    onlyToRead: 'Тек оқуға: импорт бұл кестені қалпына келтірмейді.',
  },
}

/** Returns the path and text of an archive's README in each language. */
export function readMe({ name }: { name: string }): [path: string, text: string][] {
  return (Object.keys(FILES) as Language[]).map((language) => [
    FILES[language],
    textOf(name, WORDS[language]),
  ])
}

function textOf(name: string, words: Words): string {
  const tables = EXPORTED_TABLES.map(({ name, columns }) => {
    const rows = columns.map(
      (column) => `| ${column.name} | ${kindOf(column, words)} | ${column.references ?? ''} |`,
    )
    const head = [`| ${words.column} | ${words.kind} | ${words.leadsTo} |`, '|---|---|---|']
    return [`## ${name}`, ...(READ_ONLY.includes(name) ? [words.onlyToRead] : []), '', ...head, ...rows].join(
      '\n',
    )
  })
  const leftOut = Object.entries(EXCLUDED_TABLES).map(([table, why]) => `- ${table}: ${why}`)
  return `${[words.about(name), ...tables, `## ${words.leftOut}`, leftOut.join('\n')].join('\n\n')}\n`
}

/**
 * Returns the type of a column. For amounts, costs and quantities, returns the number of stored units in one
 * whole unit.
 */
function kindOf({ column }: ExportedColumn, words: Words): string {
  const toNumber = toNumberOf(column)
  if (toNumber) return words.steps(Math.round(1 / toNumber(1)))
  const type = column.getSQLType()
  return type.startsWith('timestamp') ? words.time : type
}
