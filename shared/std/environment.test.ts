import { expect, it } from 'vitest'
import { z } from 'zod'
import { readEnvironment } from './environment.ts'
import { must } from './must.ts'
import { StartError } from './start-error.ts'

const Settings = z.object({
  PORT: z.coerce.number().int().default(8080),
  NAME: z.string().optional(),
  URL: z.url(),
})
const read = (environment: NodeJS.ProcessEnv) => readEnvironment(Settings, environment)

it('treats an empty environment variable as absent', () => {
  expect(read({ URL: 'http://hub.test', PORT: '', NAME: '' })).toEqual({ URL: 'http://hub.test', PORT: 8080 })
  expect(read({ URL: 'http://hub.test', PORT: '1', NAME: 'x', OTHER: '1' })).toEqual({
    URL: 'http://hub.test',
    PORT: 1,
    NAME: 'x',
  })
})

it('lists all invalid variables in one error message', () => {
  const start = () => read({ PORT: '0.5' })
  expect(start).toThrow(StartError)
  expect(start).toThrow(/^The configuration is wrong: PORT: [^;]+; URL: [^;]+$/)
})

it('returns a value, even a falsy one, and throws an error that names a missing value', () => {
  expect([must(0), must(''), must(false)]).toEqual([0, '', false])
  expect(() => must(undefined, 'the cart')).toThrow(/^the cart is missing$/)
  expect(() => must(null)).toThrow(/^value is missing$/)
})
