import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import { jobTroubleText } from './problem-text.ts'
import { texts as first } from './texts/ru.ts'
import { texts as pages } from './texts/ru-pages.ts'
import type { Text } from './use-text.ts'

const i18n = createInstance()
await i18n.init({ lng: 'ru', resources: { ru: { translation: first } } })
i18n.addResourceBundle('ru', 'translation', pages, true)
const t = i18n.t as unknown as Text

it('translates the problem of a job, falling back to the original message, and returns null without a message', () => {
  const message = 'in English'
  const textOf = (problem: Parameters<typeof jobTroubleText>[1]['problem']) =>
    jobTroubleText(t, { message, problem })
  expect(textOf({ code: 'job_tried_again' })).toBe('Задание не удалось, будет ещё попытка.')
  expect(textOf({ code: 'invalid_request', errors: [{ detail: 'is no table' }] })).toBe(message)
  expect(textOf({ code: 'invalid_request', errorsTotal: 3, errors: [{ detail: 'is no table' }] })).toBe(
    '3 ошибки в файле: ничего не импортировано',
  )
  expect(
    textOf({
      code: 'invalid_request',
      errors: [{ detail: 'in English', code: 'too_many_columns', values: { most: 200, row: 7 } }],
    }),
  ).toBe('В строке 7 больше 200 столбцов')
  expect(textOf({ code: 'of a later version' })).toBe(message)
  expect(textOf(null)).toBe(message)
  for (const problem of [null, { code: 'job_tried_again' }])
    expect(jobTroubleText(t, { message: null, problem })).toBeNull()
})
