import { expect, it } from 'vitest'
import { en } from './en.ts'
import { kk } from './kk.ts'
import { ru } from './ru.ts'

const names = (text: string | null) => (text?.match(/\{\w+\}/g) ?? []).sort()

it.each(Object.entries({ ru, kk }))(
  'uses the same placeholders in %s as in English, and has remedies for the same findings',
  (_, words) => {
    for (const [code, [detail, fix]] of Object.entries(en)) {
      const [theirs, theirFix] = words[code as keyof typeof en]
      expect([code, names(theirs)]).toEqual([code, names(detail)])
      expect([code, theirFix === null]).toEqual([code, fix === null])
    }
  },
)
